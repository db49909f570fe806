/** The names of SCIM 2.0 (RFC 7643, RFC 7644), and its refusals. */

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';

export const USER_SCHEMA = `${CORE}:User`;
export const GROUP_SCHEMA = `${CORE}:Group`;
/** What a school knows of people beyond RFC 7643. */
export const KREIDE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:kreide:2.0:User';
export const CONFIG_SCHEMA = `${CORE}:ServiceProviderConfig`;
export const RESOURCE_TYPE_SCHEMA = `${CORE}:ResourceType`;
export const SCHEMA_SCHEMA = `${CORE}:Schema`;
export const LIST_MESSAGE = `${MESSAGES}:ListResponse`;
export const PATCH_MESSAGE = `${MESSAGES}:PatchOp`;
export const BULK_MESSAGE = `${MESSAGES}:BulkRequest`;
export const BULK_ANSWER = `${MESSAGES}:BulkResponse`;
export const SEARCH_MESSAGE = `${MESSAGES}:SearchRequest`;
export const ERROR_MESSAGE = `${MESSAGES}:Error`;

export const MEDIA_TYPE = 'application/scim+json';

/** Resources of one answer; a service asks for the next page. */
export const PAGE_MAXIMUM = 200;
export const BULK_MAXIMUM = 500;
/** Of a body, bytes: what the server takes of every call. */
export const BODY_MAXIMUM = 1_048_576;
/** Operations of one PATCH. */
export const PATCH_MAXIMUM = 1000;

/** The closed list of RFC 7644 §3.12. */
export type ScimType =
  | ('invalidFilter' | 'tooMany' | 'uniqueness' | 'mutability' | 'invalidSyntax' | 'invalidPath')
  | ('noTarget' | 'invalidValue' | 'invalidVers' | 'sensitive');

/** A refusal in the words of the protocol: services write `detail` into their own log, where administrators read it. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const invalidValue = (detail: string) => new ScimError(400, detail, 'invalidValue');
export const notFound = (detail: string) => new ScimError(404, detail);
export const taken = (detail: string) => new ScimError(409, detail, 'uniqueness');

export const toErrorBody = ({ status, scimType, message }: ScimError) => ({
  schemas: [ERROR_MESSAGE],
  ...(scimType === undefined ? {} : { scimType }),
  detail: message,
  status: String(status),
});

export type Json = Readonly<Record<string, unknown>>;

/** A resource as it travels. */
export interface Resource extends Json {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly meta: { readonly resourceType: string; readonly location: string; readonly version: string };
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of an attribute, whose name counts in whatever capitals (RFC 7643 §2.1). */
export function read(of: Json, name: string): unknown {
  if (Object.hasOwn(of, name)) return of[name];
  const wanted = name.toLowerCase();
  const key = Object.keys(of).find((each) => each.toLowerCase() === wanted);
  return key === undefined ? undefined : of[key];
}

/** A word that is compared; what is no text is none. */
export const toWord = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '');

/** Lists and objects within each other: no resource has more than four. */
const DEPTH_MAXIMUM = 20;

/** Refuses what lies deeper than any resource: whatever looks into a value calls itself for each step. */
export function refuseDeep(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAXIMUM)
      throw new ScimError(400, 'The body has too many lists and objects within each other.', 'invalidSyntax');
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
}

/** Does `schemas` of a body name this one? */
export function hasSchema(body: Json, schema: string): boolean {
  const schemas = read(body, 'schemas');
  return Array.isArray(schemas) && schemas.some((each) => toWord(each) === schema.toLowerCase());
}

/** Services send `"True"` and `"False"` where the protocol has true and false. */
export function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = toWord(value);
  return text === 'true' ? true : text === 'false' ? false : undefined;
}
