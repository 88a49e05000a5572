import type { Flash } from '../flash.ts';

const looks: Record<Flash['kind'], string> = {
  success: 'notice notice-settled',
  info: 'notice',
  warning: 'notice notice-attention',
};

const words: Record<Flash['kind'], string> = { success: 'Done. ', info: '', warning: 'Please note. ' };

/** What the last command came to, said once. */
export function FlashMessage({ flash }: { flash: Flash }) {
  return (
    <p role="status" className={`${looks[flash.kind]} print:hidden`}>
      <strong className="font-semibold">{words[flash.kind]}</strong>
      {flash.text}
    </p>
  );
}
