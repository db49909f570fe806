import type { Language, Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';

/** Something that an administrator has to see to, in the words of a language. */
export interface Trouble {
  readonly school_id: number;
  /** Of the mail, in the log of mails. */
  readonly kind: string;
  /** Where it is seen to, below the administration of the school. */
  readonly page: string;
  readonly say: (t: Translate, language: Language) => { subject: string; lines: string[]; action: string };
}

/** Tells every administrator of a school, in the app and by mail, in the transaction of what has happened. False: there is nobody to tell. */
export type TellAdministrators = (db: Kysely<DB>, trouble: Trouble, now: Date) => Promise<boolean>;
