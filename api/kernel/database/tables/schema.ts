import type { Transaction } from 'kysely';
import type { ActivityTables } from './activity-tables.ts';
import type { BillingTables } from './billing-tables.ts';
import type { BusinessVerificationTables } from './business-verification-tables.ts';
import type { ClientTables } from './client-tables.ts';
import type { ClientToolTables } from './client-tool-tables.ts';
import type { CompanyKeyTables } from './company-key-tables.ts';
import type { ComplianceExportTables } from './compliance-export-tables.ts';
import type { DocumentRequestTables } from './document-request-tables.ts';
import type { DocumentTables } from './document-tables.ts';
import type { DueDiligenceTables } from './due-diligence-tables.ts';
import type { FileTombstoneTables } from './file-tombstone-tables.ts';
import type { FoundationTables } from './foundation-tables.ts';
import type { FundsLineTables } from './funds-line-tables.ts';
import type { IndividualVerificationTables } from './individual-verification-tables.ts';
import type { LawChangeTables } from './law-change-tables.ts';
import type { MonitoringTables } from './monitoring-tables.ts';
import type { OutboxTables } from './outbox-tables.ts';
import type { ReadEventTables } from './read-event-tables.ts';
import type { RetentionTables } from './retention-tables.ts';
import type { RiskTables } from './risk-tables.ts';
import type { SanctionsTables } from './sanctions-tables.ts';
import type { ScreeningListTables } from './screening-list-tables.ts';
import type { VerificationEvidenceTables } from './verification-evidence-tables.ts';

/** All tables, for Kysely. */
export interface Schema
  extends FoundationTables,
    ClientTables,
    RiskTables,
    ScreeningListTables,
    ActivityTables,
    DueDiligenceTables,
    DocumentTables,
    DocumentRequestTables,
    FileTombstoneTables,
    FundsLineTables,
    ClientToolTables,
    CompanyKeyTables,
    IndividualVerificationTables,
    BusinessVerificationTables,
    BillingTables,
    ComplianceExportTables,
    RetentionTables,
    ReadEventTables,
    OutboxTables,
    VerificationEvidenceTables,
    MonitoringTables,
    SanctionsTables,
    LawChangeTables {}

/** A transaction of the API's tables. */
export type Trx = Transaction<Schema>;
