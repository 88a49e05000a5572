/** What happens to the rows of a table when a client is merged into another one. */
export type MergedTable = {
  /** `moves`: to the surviving client. `stays`: with the merged record, which the surviving client's page links. */
  fate: 'moves' | 'stays';
  /** Exceptions, in words. */
  except?: string;
  /** With this label, rows are counted before the merge, by their `client_id` unless the store knows more columns. */
  label?: readonly [one: string, several: string];
};

/**
 * Every table that refers to clients, as `merge_clients` of migration 0100 handles it. A test compares it with the schema: a new table
 * belongs here and in a newer version of that function.
 */
export const mergedTables: Record<string, MergedTable> = {
  activity_parties: {
    fate: 'moves',
    except: 'with both as parties of an activity, the surviving client has the stronger capacity',
    label: ['activity', 'activities'],
  },
  alerts: { fate: 'moves', label: ['alert', 'alerts'] },
  bulk_action_items: { fate: 'stays' },
  business_verifications: {
    fate: 'moves',
    except: 'verified ones stay if the business is, or was then, identified otherwise',
    label: ['business verification', 'business verifications'],
  },
  cdd_decisions: { fate: 'stays' },
  client_findings: {
    fate: 'moves',
    except:
      'only findings that raise the level of CDD, and the stricter political exposure; others stay, and so do those that the surviving client has',
  },
  client_import_rows: { fate: 'stays' },
  client_parties: {
    fate: 'moves',
    except: 'a role that both have is joined; a role of one record with the other ends and stays',
    label: ['related party', 'related parties'],
  },
  client_periods: { fate: 'stays' },
  destructions: { fate: 'stays', except: 'a record listed for destruction leaves the list' },
  document_requests: { fate: 'moves', label: ['document request', 'document requests'] },
  documents: {
    fate: 'moves',
    except: 'a file that the surviving client has stays',
    label: ['document', 'documents'],
  },
  funds_lines: {
    fate: 'moves',
    label: ['source of wealth or funds', 'sources of wealth or funds'],
  },
  individual_verifications: {
    fate: 'moves',
    except: 'verified ones stay if the person is, or was then, identified otherwise',
    label: ['identity verification', 'identity verifications'],
  },
  law_change_clients: { fate: 'stays' },
  legal_holds: { fate: 'moves', except: 'released ones stay' },
  monitoring_enrolments: {
    fate: 'moves',
    except: 'of two, the merged record’s ends, or the surviving client’s if it alone is paused',
  },
  non_cooperation_records: { fate: 'moves', except: 'stays if the surviving client has one' },
  outbox: { fate: 'moves' },
  privacy_requests: { fate: 'moves', label: ['privacy request', 'privacy requests'] },
  property_arrangements: { fate: 'moves', except: 'stays if the surviving client has one' },
  read_events: { fate: 'stays' },
  register_watches: { fate: 'moves', except: 'with its verification' },
  reviews: {
    fate: 'moves',
    except: 'an open periodic review is cancelled if the surviving client has one',
    label: ['review', 'reviews'],
  },
  risk_assessments: { fate: 'stays', except: 'open ones become void, the current one superseded' },
  sanctions_permits: { fate: 'moves', label: ['permit', 'permits'] },
  screening_matches: { fate: 'moves', except: 'a match that both have is a further round' },
  screenings: { fate: 'moves', label: ['screening', 'screenings'] },
  verification_documents: { fate: 'moves', except: 'with its verification' },
  verification_evidence: { fate: 'moves', except: 'with its verification' },
};
