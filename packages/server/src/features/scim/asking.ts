import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';

/** What a call of a service has once its token is known. */
export interface Asking {
  readonly db: Kysely<DB>;
  readonly school_id: number;
  /** Where the resources of the school are: `https://…/v1/scim/v2/<uuid>`. */
  readonly base: string;
  readonly today: string;
  readonly now: Date;
  /** As the school calls the service. */
  readonly token: string;
  readonly address: string;
  readonly request_id: string;
  /** The version that a change was made from (`If-Match`); null: whatever there is. */
  readonly version: string | null;
}

/** After the commit. */
export interface Hearers {
  /** The sessions of people, which a feature below keeps. */
  readonly sessions: {
    endAll(db: Kysely<DB>, person: { school_id: number; user_id: number }): Promise<number>;
    changed(userId: number): void;
  };
  /** Called after people came into other classes. */
  readonly planChanged: (schoolId: number) => void;
}

/** A change within its transaction, and what is told once it is committed. */
export interface Changing extends Asking {
  readonly after: (tell: () => void) => void;
}
