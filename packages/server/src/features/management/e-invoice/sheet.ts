import type { Amounts } from '@kreide/core/features/management';
import type { SchoolBilling } from '@kreide/core/features/schools';
import type { SellerSettings } from '../../../kernel/config/seller-config.ts';

/** Who writes an invoice and to whom, as both were when it was made. */
export interface InvoiceParties {
  readonly seller: SellerSettings;
  readonly buyer: Omit<SchoolBilling, 'updated_at'>;
}

/** All that an invoice says. */
export interface InvoiceSheet extends Amounts, InvoiceParties {
  readonly number: string;
  readonly issued_on: string;
  readonly due_on: string;
  readonly begins_at: string;
  readonly ends_at: string;
  /** Uuids, under which the school finds what it has accepted. */
  readonly contract: string;
  readonly quotation: string;
  readonly pupils: number;
  readonly base_cents: number;
  readonly pupil_cents: number;
}
