import type {
  ApiErrorDetails,
  BodyOf,
  DeclaredError,
  EndpointDeclaration,
  EventDeclaration,
  Language,
  ParamsOf,
  PayloadOf,
  Permission,
  QueryOf,
  Role,
  Translate,
  UserType,
} from '@kreide/core/kernel';
import type { Kysely, Transaction } from 'kysely';
import type { AuditCause, AuditChange, AuditEventRow } from '../data/audit.ts';
import type { DB } from '../data/database.generated.ts';
import type { Audience } from '../realtime/audience.ts';
import type { OutboxRow } from '../realtime/outbox.ts';
import type { KeyedCall } from './idempotency.ts';

/** The caller: a session of one user at one school. */
export interface Actor {
  readonly session_id: number;
  readonly user_id: number;
  readonly user_uuid: string;
  readonly school_id: number;
  readonly school_uuid: string;
  readonly slink: string;
  readonly type: UserType | (string & {});
  readonly role: Role;
  readonly permissions: ReadonlySet<Permission>;
  readonly language: Language | null;
  readonly time_zone: string;
  /** The school wants a second step that there is not: nothing but setting it up is possible. */
  readonly lacks_second_step: boolean;
  /** Does the school use channels? Where it does not, nobody begins or writes anything in one. */
  readonly has_channels: boolean;
  /** Has left the school and may read for a while; what changes something is refused (`forLeavers`). */
  readonly reads_only: boolean;
  /** A program with upload credentials, which is let in where an endpoint says `auth: 'upload'`, and nowhere else. */
  readonly is_program: boolean;
}

/** A file of a multipart upload, stored in a private temporary folder and removed after the handler. */
export interface ReceivedFile {
  name: string;
  path: string;
  size: number;
  sha256: Buffer;
}

/** What a group needs of a call that joins it. */
export interface Joining {
  readonly keyed: KeyedCall | null;
  readonly now: Date;
  /** The answer as it is sent. */
  readonly toText: (result: object) => string;
  /** Delivers committed events. */
  readonly deliver: (rows: OutboxRow[]) => void;
}

export interface RequestFacts {
  readonly id: string;
  /** GET or HEAD of a read, else that of the endpoint. */
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  /** Address of the caller; behind KREIDE_TRUST_PROXY the forwarded one. */
  readonly ip: string;
  /** What counts as one address: `toNetwork` of it. */
  readonly network: string;
  readonly user_agent: string | null;
  header(name: string): string | undefined;
  readonly cookies: Readonly<Record<string, string | undefined>>;
}

export interface ReplyTools {
  header(name: string, value: string): void;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, path: string): void;
}

export interface CookieOptions {
  path: string;
  httpOnly: boolean;
  /** Seconds; omitted: until the browser closes. */
  maxAge?: number;
}

/** Whose log a change belongs to, if not that of the session. */
export interface RecordedFor {
  readonly by: Pick<AuditCause, 'school_id' | 'user_id'>;
}

/** What a handler receives. It loads, authorizes, acts and answers, top to bottom. */
export interface HandlerContext<D extends EndpointDeclaration = EndpointDeclaration> {
  readonly params: ParamsOf<D>;
  readonly query: QueryOf<D>;
  readonly body: BodyOf<D>;
  readonly files: readonly ReceivedFile[];
  readonly actor: D['auth'] extends 'public' | 'feed' ? null : Actor;
  /** For reading; the open transaction once there is one. */
  readonly db: Kysely<DB>;
  /**
   * The transaction of this call, opened by its first write. Never keep it open during a hash, a stream or an outbound
   * call.
   */
  write(): Promise<Transaction<DB>>;
  /** Committed with the change, delivered afterwards. */
  emit<E extends EventDeclaration>(event: E, audience: Audience, payload: PayloadOf<E>): Promise<void>;
  /**
   * Adds a row to the audit log under the name that the endpoint declares, in the transaction of this call (D-4.11).
   * Say for whom where nobody is signed in, and where the row belongs to the log of another account of the caller.
   */
  readonly record: D extends { readonly audit: string }
    ? (change: AuditChange & (D['auth'] extends 'public' | 'feed' ? RecordedFor : Partial<RecordedFor>)) => void
    : never;
  /**
   * Replaces `write` and `record` for changes that everybody makes at the same time: one statement makes the whole change and
   * writes its row of the audit log too (`auditPart`), without a transaction.
   */
  readonly alone: D extends { readonly audit: string }
    ? <Result>(
        change: Pick<AuditChange, 'entity' | 'id'> &
          (D['auth'] extends 'public' | 'feed' ? RecordedFor : Partial<RecordedFor>),
        run: (db: Kysely<DB>, record: AuditEventRow) => Promise<Result>,
      ) => Promise<Result>
    : never;
  /** Runs after the commit; failures are logged and do not affect the answer. */
  afterCommit(action: () => void | Promise<void>): void;
  /** For writing with others (`createGroups`). */
  readonly joining: Joining;
  fail(code: DeclaredError<D>, details?: Omit<ApiErrorDetails, 'code'>): never;
  readonly now: Date;
  readonly language: Language;
  t: Translate;
  readonly request: RequestFacts;
  readonly reply: ReplyTools;
}
