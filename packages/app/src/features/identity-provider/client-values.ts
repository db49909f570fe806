import { addressProblems, type IdentityClient, type Passed } from '@kreide/core/features/identity-provider';

/** What stands in the fields of a program. */
export interface ClientValues {
  name: string;
  /** One in each line. */
  redirect_uris: string;
  logout_uris: string;
  /** Empty: it is not told who signs out. */
  backchannel_uri: string;
  passes: readonly Passed[];
  is_confidential: boolean;
  is_pairwise: boolean;
  needs_pkce: boolean;
  is_on: boolean;
  password: string;
}

export const toValues = (client: IdentityClient): ClientValues => ({
  name: client.name,
  redirect_uris: client.redirect_uris.join('\n'),
  logout_uris: client.logout_uris.join('\n'),
  backchannel_uri: client.backchannel_uri ?? '',
  passes: client.passes,
  is_confidential: client.is_confidential,
  is_pairwise: client.is_pairwise,
  needs_pkce: client.needs_pkce,
  is_on: client.is_on,
  password: '',
});

const linesOf = (text: string): string[] => text.split(/\s+/).filter((line) => line !== '');

/** What is sent of the fields. */
export const sentOf = ({ name, redirect_uris, logout_uris, backchannel_uri, passes, needs_pkce }: ClientValues) => ({
  name: name.trim(),
  passes: [...passes],
  needs_pkce,
  redirect_uris: linesOf(redirect_uris),
  logout_uris: linesOf(logout_uris),
  backchannel_uri: backchannel_uri.trim() || null,
});

/** Does the program not learn who signs out here? */
export const isUntold = ({ failed_at, told_at }: IdentityClient): boolean =>
  failed_at !== null && (told_at === null || failed_at > told_at);

/** What is wrong with the addresses in the fields. */
export const problemsOf = (values: ClientValues) => addressProblems(sentOf(values));
