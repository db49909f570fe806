import { toForm } from '@kreide/core/client';
import { type Contract, contract, endpointsOf } from '@kreide/core/contract';
import type { ArgsOf, EndpointDeclaration, UploadFile } from '@kreide/core/kernel';
import type { FullSchool } from '../full-school.ts';
import { toAddressPart } from '../fuzz-input.ts';
import type { TestAnswer, TestServer } from '../server.ts';
import type { Column } from './rights-table.ts';

/** The caller, and the data that it can ask for. */
export interface Asking {
  server: TestServer;
  /** The school of the caller. */
  here: FullSchool;
  there: FullSchool;
  column: Column;
  /** Signs in the person of this column again and returns the answer. */
  login(): Promise<TestAnswer>;
  /** The administrator's access token, for setup before the call. */
  adminToken(): Promise<string>;
}

/** Builds the arguments of one call, after creating what the call needs. */
export type Ask<D extends EndpointDeclaration> = (asking: Asking) => Sent<D> | Promise<Sent<D>>;

/** What is sent of one call; a cookie where the endpoint knows a browser by it. */
type Sent<D extends EndpointDeclaration> = ArgsOf<D> & { cookie?: string };

/** The endpoints among the exports of an `api.ts`. */
type EndpointsOf<Api> = {
  [Verb in keyof Api as Api[Verb] extends EndpointDeclaration ? Verb : never]: Extract<Api[Verb], EndpointDeclaration>;
};
type Endpoints<Feature extends keyof Contract> = EndpointsOf<Contract[Feature]>;

/**
 * How each endpoint of a feature is called.
 * - `sample`: one valid input with every field, to be broken field by field. Whatever it would change has an id that
 *   does not exist, so that nothing changes.
 * - every other name: an object of the endpoint's rows in `rights.tsv`. `none` and `own` may be left out where the
 *   sample is enough.
 */
export type CallsOf<Feature extends keyof Contract> = {
  [Verb in keyof Endpoints<Feature>]: { sample: Ask<Endpoints<Feature>[Verb]> } & Record<
    string,
    Ask<Endpoints<Feature>[Verb]>
  >;
};

/** The arguments of any call, serialised for a request. */
export interface Input {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  files?: readonly UploadFile[];
  cookie?: string;
}

/** An endpoint with its name in the contract and the ways to call it. */
export interface Callable {
  name: string;
  endpoint: EndpointDeclaration;
  /** By object of the rights table, and `sample`. */
  asks: Readonly<Record<string, (asking: Asking) => Input | Promise<Input>>>;
  /** The call ends its session, so it gets one of its own. */
  isEnding: boolean;
}

export function callablesOf<Feature extends keyof Contract>(
  feature: Feature,
  calls: CallsOf<Feature>,
  ending: readonly (keyof Endpoints<Feature>)[] = [],
): Callable[] {
  return endpointsOf({ [feature]: contract[feature] }).map(({ name, endpoint }) => {
    const verb = name.slice(name.indexOf('.') + 1) as keyof Endpoints<Feature>;
    return { name, endpoint, asks: calls[verb] as unknown as Callable['asks'], isEnding: ending.includes(verb) };
  });
}

/** `/v1/…` with the input's values; `raw` values are inserted unencoded. */
export function toAddress(
  { path }: EndpointDeclaration,
  { params, query }: Input,
  raw: { params?: Record<string, string>; query?: string } = {},
): string {
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => raw.params?.[name] ?? toAddressPart(params?.[name] ?? ''),
  );
  const pairs = Object.entries(query ?? {}).map(([name, value]) => `${name}=${toAddressPart(value)}`);
  const asked = raw.query ?? pairs.join('&');
  return `/v1${filled}${asked === '' ? '' : `?${asked}`}`;
}

/** One real request. */
export function sendCall(
  server: TestServer,
  endpoint: EndpointDeclaration,
  input: Input,
  token: string | undefined,
): Promise<TestAnswer> {
  const isForm = input.files !== undefined || (endpoint.upload && !endpoint.upload.is_optional);
  const body = isForm ? toForm(input.body, input.files ?? []) : input.body;
  return server.request(endpoint.method, toAddress(endpoint, input), {
    token,
    body,
    ...(input.cookie && { headers: { cookie: input.cookie } }),
  });
}
