import {
  CLAIMS,
  type IdentityAddresses,
  type IdentityClient,
  type Passed,
  scopesFor,
} from '@kreide/core/features/identity-provider';

/** What is entered at a program. */
export interface Entered {
  readonly addresses: IdentityAddresses;
  readonly client: IdentityClient;
  /** What it may ask for. */
  readonly passes: readonly Passed[];
  /** Null: it has none, or it was shown before. */
  readonly secret: string | null;
}

/** A field as the program calls it, with what belongs into it. */
export type Entry = readonly [field: string, value: string | null];

interface Product {
  readonly name: string;
  /** Where it has people sent back, below its own address. */
  readonly back: string;
  /** Where it is told that somebody has signed out; not every program is. */
  readonly signOut?: string;
  readonly passes: readonly Passed[];
  readonly needs_pkce: boolean;
  readonly entries: (entered: Entered) => readonly Entry[];
}

const scopeOf = ({ passes }: Entered) => scopesFor(passes).join(' ');
const claimsOf = ({ passes }: Entered) => passes.flatMap((one) => [...CLAIMS[one]]);

/** Of a program that uses discovery all that it asks for; of any other what it may ask for besides. */
export const everything = (entered: Entered): readonly Entry[] => {
  const { addresses, client, secret } = entered;
  return [
    ['Issuer', addresses.issuer],
    ['Client ID', client.client],
    ...(client.is_confidential ? [['Client secret', secret] as const] : []),
    ['Scopes', scopeOf(entered)],
    ['Claims', ['sub', ...claimsOf(entered)].join(', ')],
    ['Discovery', addresses.discovery],
    ['Authorization endpoint', addresses.authorization],
    ['Token endpoint', addresses.token],
    ['Userinfo endpoint', addresses.userinfo],
    ['JWKS', addresses.jwks],
    ['End session endpoint', addresses.end_session],
    ['Revocation endpoint', addresses.revocation],
  ];
};

const FIELDS = [
  ['preferred_username', 'username'],
  ['given_name', 'firstname'],
  ['family_name', 'lastname'],
  ['email', 'email'],
] as const;

/** Programs that schools have, in the words of their own settings. */
export const PRODUCTS = {
  moodle: {
    name: 'Moodle',
    back: '/admin/oauth2callback.php',
    passes: ['name', 'username', 'email'],
    needs_pkce: false,
    entries: (entered) => [
      ['Client ID', entered.client.client],
      ['Client secret', entered.secret],
      ['Service base URL', entered.addresses.issuer],
      ['Scopes included in a login request', scopeOf(entered)],
      [
        'User field mappings',
        FIELDS.filter(([claim]) => claimsOf(entered).some((one) => one === claim))
          .map((pair) => pair.join(' → '))
          .join(', '),
      ],
    ],
  },
  nextcloud: {
    name: 'Nextcloud',
    back: '/apps/user_oidc/code',
    signOut: '/apps/user_oidc/backchannel-logout/Kreide',
    passes: ['name', 'username', 'email', 'classes'],
    needs_pkce: true,
    entries: (entered) => [
      ['Identifier', 'Kreide'],
      ['Client ID', entered.client.client],
      ['Client secret', entered.secret],
      ['Discovery endpoint', entered.addresses.discovery],
      ['Scope', scopeOf(entered)],
      ['User ID mapping', 'sub'],
      ['Display name mapping', 'name'],
      ['Email mapping', 'email'],
      ...(entered.passes.includes('classes') ? [['Groups mapping', 'classes'] as const] : []),
    ],
  },
  bigbluebutton: {
    name: 'BigBlueButton (Greenlight)',
    back: '/auth/openid_connect/callback',
    passes: ['name', 'email'],
    needs_pkce: false,
    entries: ({ addresses, client, secret }) => [
      ['OPENID_CONNECT_ISSUER', addresses.issuer],
      ['OPENID_CONNECT_CLIENT_ID', client.client],
      ['OPENID_CONNECT_CLIENT_SECRET', secret],
      ['OPENID_CONNECT_UID_FIELD', 'sub'],
      ['OPENID_CONNECT_REDIRECT', `${new URL(client.redirect_uris[0] ?? addresses.issuer).origin}/`],
    ],
  },
  matrix: {
    name: 'Matrix (Synapse)',
    back: '/_synapse/client/oidc/callback',
    signOut: '/_synapse/client/oidc/backchannel_logout',
    passes: ['name', 'username'],
    needs_pkce: true,
    entries: (entered) => [
      ['idp_id', 'kreide'],
      ['issuer', entered.addresses.issuer],
      ['client_id', entered.client.client],
      ['client_secret', entered.secret],
      ['scopes', `[${scopesFor(entered.passes).join(', ')}]`],
      ['backchannel_logout_enabled', `${entered.client.backchannel_uri !== null}`],
      ['localpart_template', '{{ user.preferred_username }}'],
      ['display_name_template', '{{ user.name }}'],
    ],
  },
} as const satisfies Readonly<Record<string, Product>>;
export type ProductKey = keyof typeof PRODUCTS;
export const signOutOf = (key: ProductKey): string | null => {
  const product: Product = PRODUCTS[key];
  return product.signOut ?? null;
};
export const PRODUCT_KEYS = Object.keys(PRODUCTS) as ProductKey[];

/** The program that somebody has registered, by where it has people sent back; null: another one. */
export const productOf = ({ redirect_uris }: Pick<IdentityClient, 'redirect_uris'>): ProductKey | null =>
  PRODUCT_KEYS.find((key) => redirect_uris.some((one) => URL.parse(one)?.pathname.endsWith(PRODUCTS[key].back))) ??
  null;
