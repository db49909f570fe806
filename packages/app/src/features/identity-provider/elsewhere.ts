import { type Interaction, identityProviderApi } from '@kreide/core/features/identity-provider';
import type { Self } from '@kreide/core/features/users';
import { ApiError } from '@kreide/core/kernel';
import { type LoaderFunctionArgs, replace } from 'react-router';
import { client } from '../../kernel/client.ts';
import { queries } from '../../kernel/query.ts';
import { selfQuery, session } from '../../kernel/session.ts';
import { shelves } from '../../kernel/storage.ts';
import { WANTED_KEY } from '../../kernel/wanted.ts';

/**
 * What somebody whom a program has sent sees. `over`: nothing any more, or nothing for this browser; `other`: they are signed in at
 * another school; `stale`: the program wants them to sign in anew; `ask`: whether they want it.
 */
export type Elsewhere =
  | { state: 'over' }
  | { state: 'other' | 'stale' | 'ask'; uuid: string; found: Interaction; self: Self };

/** The page, wanted again after the sign-in here. */
export function wantAgain(uuid: string): void {
  shelves.session.setItem(WANTED_KEY, `/idp/api/auth/${uuid}`);
}

/** Leaves the app; nothing is drawn until the other page has come. */
export function leaveFor(url: string): Promise<never> {
  window.location.replace(url);
  return new Promise(() => {});
}

const SILENT = { messages: false } as const;

/**
 * Loader of `/idp/api/auth/:uuid`. Whoever is not signed in here does that first, at the school of the program. Whoever has said yes in
 * this session goes on without another question.
 */
export async function loader({ params }: LoaderFunctionArgs): Promise<Elsewhere> {
  const { uuid = '' } = params;
  const overOr = (thrown: unknown): null => {
    const error = ApiError.from(thrown);
    if (error.status === 404 || error.status === 422) return null;
    throw error;
  };
  const found = await client
    .call(identityProviderApi.getInteraction, { params: { uuid } }, SILENT)
    .then(({ data }) => data, overOr);
  if (!found) return { state: 'over' };
  if (!session.getState().isSignedIn) {
    wantAgain(uuid);
    throw replace(`/${found.school.slink}/login`);
  }
  const self = await queries.fetchQuery(selfQuery);
  if (self.school.uuid !== found.school.uuid) return { state: 'other', uuid, found, self };
  const consent = await client
    .call(identityProviderApi.getConsent, { params: { uuid } }, SILENT)
    .then(({ data }) => data, overOr);
  if (!consent) return { state: 'over' };
  if (consent.is_stale) return { state: 'stale', uuid, found, self };
  if (!consent.is_given) return { state: 'ask', uuid, found, self };
  const { data } = await client.call(
    identityProviderApi.continueInteraction,
    { params: { uuid }, body: { passes: null } },
    SILENT,
  );
  return leaveFor(data.url);
}
