import type * as z from 'zod/mini';
import type { Permission } from './abilities.ts';
import type { AuditAction } from './audit.ts';
import type { COMMON_ERRORS, ErrorCode } from './errors.ts';

/** `OPTIONS` asks whether the caller's version is out of date; the header `need-change` answers. */
export type Method = 'GET' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call.
 * - `public`: everybody
 * - `user`: a session
 * - `upload`: a session or an upload credential (an import robot)
 * - `feed`: a secret in the address, as the path parameter `{secret}`; the handler knows its owner, logs never contain
 *   it
 */
export type Auth = 'public' | 'user' | 'upload' | 'feed';

/**
 * Which right the caller needs besides.
 * - `nothing`: only with `auth: 'public'` and `'feed'`
 * - `member`: any signed-in member of the school
 * - `self`: only one's own record
 * - `{ permission }`: checked before the input is parsed
 * - `{ can }`: decided per object by the entity's ability function, `<entity>.<ability>`
 */
export type Needs =
  | 'nothing'
  | 'member'
  | 'self'
  | { readonly permission: Permission }
  | { readonly can: `${string}.${string}` };

/** Limits of a multipart upload; `body` describes the text fields. */
export interface UploadLimits {
  readonly max_files: number;
  /** Bytes of one file. */
  readonly max_bytes: number;
  /** The call may also be made without files, as JSON. */
  readonly is_optional?: true;
}

type Schema = z.core.$ZodType;

export interface EndpointDeclaration {
  readonly method: Method;
  /** Below `/v1`, with `{name}` for parameters, as in the specification. */
  readonly path: `/${string}`;
  readonly auth: Auth;
  readonly needs: Needs;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly upload?: UploadLimits;
  /** The whole answer body, usually `answerOf(data)`; `null` for 204. */
  readonly answer: Schema | null;
  /** `file`, `calendar` (text/calendar) and `rss`: the answer is bytes, not JSON, and `answer` is null. */
  readonly produces?: 'json' | 'file' | 'calendar' | 'rss';
  /** Codes beyond the common ones. */
  readonly errors?: readonly ErrorCode[];
  /** True for the calls of the custom elements: any origin may ask, without credentials (D-2.08). */
  readonly anyOrigin?: boolean;
  /** Request timeout of the client, ms, if not the default (P-9.01). */
  readonly timeout?: number;
  /**
   * False: the client does not send an Idempotency-Key and the server stores no answer (sign-in, sign-out: secrets).
   */
  readonly idempotent?: boolean;
  /** A session that has to set up a second step first may call it: everything else is refused to it. */
  readonly beforeSecondStep?: true;
  /**
   * Somebody who has left the school and may read for a while may call it though it changes something, since it is about
   * nobody but themselves: how they sign in, what they are told of, what they have read. Every other changing call is
   * refused to them (`reading_only`).
   */
  readonly forLeavers?: true;
  /**
   * A successful call is recorded under this name in the audit log, with what its handler says (`record`), in the
   * transaction of the change (D-4.11).
   */
  readonly audit?: AuditAction;
  /** One sentence for the API reference. */
  readonly summary: string;
}

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;

type Checked<D extends EndpointDeclaration> = [PathParams<D['path']>] extends [never]
  ? unknown
  : D extends { params: infer S extends Schema }
    ? PathParams<D['path']> extends keyof z.input<S>
      ? unknown
      : { params: `the path names {${PathParams<D['path']>}}` }
    : { params: `the path names {${PathParams<D['path']>}}` };

/**
 * Declares an endpoint. The value is the contract: the server mounts it, clients call it, OpenAPI is made from it
 * (D-1.03). A path parameter without a schema does not compile.
 */
export function endpoint<const D extends EndpointDeclaration>(declaration: D & Checked<D>): D {
  return declaration;
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;

export type ParamsOf<D extends EndpointDeclaration> = Output<D['params']>;
export type QueryOf<D extends EndpointDeclaration> = Output<D['query']>;
export type BodyOf<D extends EndpointDeclaration> = Output<D['body']>;
/** What the client receives. */
export type AnswerOf<D extends EndpointDeclaration> = D['answer'] extends Schema
  ? z.output<D['answer']>
  : D['produces'] extends 'file' | 'calendar' | 'rss'
    ? Blob
    : undefined;
/** What the handler returns; `meta` is optional. */
export type ReturnOf<D extends EndpointDeclaration> = D['answer'] extends Schema
  ? WithOptionalMeta<z.input<D['answer']>>
  : undefined;
type WithOptionalMeta<T> = T extends { meta: infer M } ? Omit<T, 'meta'> & { meta?: M } : T;

export type DeclaredError<D extends EndpointDeclaration> =
  | (D['errors'] extends readonly (infer E)[] ? E : never)
  | (typeof COMMON_ERRORS)[number];

type Part<Name extends string, S> = S extends Schema
  ? Record<never, never> extends z.input<S>
    ? { [K in Name]?: Input<S> }
    : { [K in Name]: Input<S> }
  : { [K in Name]?: never };

/** The arguments of a call: exactly the declared parts; a part may be omitted if everything in it is optional. */
export type ArgsOf<D extends EndpointDeclaration> = Part<'params', D['params']> &
  Part<'query', D['query']> &
  Part<'body', D['body']> &
  (D['upload'] extends UploadLimits
    ? D['upload'] extends { is_optional: true }
      ? { files?: readonly UploadFile[] }
      : { files: readonly UploadFile[] }
    : unknown);

/** A file to upload; messages use `name`. */
export interface UploadFile {
  name: string;
  content: Blob;
}

/** Does every call of this endpoint change something? */
export function isChanging(declaration: EndpointDeclaration): boolean {
  return declaration.method !== 'GET' && declaration.method !== 'OPTIONS';
}

/** Is the endpoint refused to somebody who may only read? Whatever does not say otherwise and is not a reading call. */
export function isClosedToLeavers(declaration: EndpointDeclaration): boolean {
  const { auth, forLeavers } = declaration;
  return isChanging(declaration) && (auth === 'user' || auth === 'upload') && forLeavers !== true;
}

/** `/v1/timetables/entities/{entity}/{id}` filled in and encoded. */
export function toPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
