import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import {
  type ClientTab,
  clientSections,
  clientSectionUrl,
  isClientSection,
} from '#rules/clients/client-tabs.ts';

/** A link to a section of another tab, such as an older one without `tab`, opens that tab. */
export function useSectionTab(clientId: string, tab: ClientTab): void {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const section = hash.slice(1);
    if (search !== '' || !isClientSection(section) || clientSections[section] === tab) return;
    navigate(clientSectionUrl(clientId, section), { replace: true });
  }, [clientId, tab, hash, search, navigate]);
}
