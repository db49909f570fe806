import { authDriversApi } from '@kreide/core/features/auth-drivers';
import { ApiError } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../kernel/client.ts';
import { queryOf } from '../../kernel/data.ts';
import type { SignInWayProps } from '../../kernel/feature.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';

/**
 * Leads to the service at which the people of a school sign in besides, or asks its directory with what stands in the fields; nothing where
 * the school has neither.
 */
export function ServiceButton({ slink, stayLoggedIn, credentials, isFilled, onDone, onProblem }: SignInWayProps) {
  const { t } = useTranslation('auth');
  const { data: way } = useQuery(queryOf(authDriversApi.getWay, { params: { slink } }, { staleTime: 5 * 60_000 }));
  const [isPending, setPending] = useState(false);

  async function enter() {
    if (!isFilled()) return;
    setPending(true);
    const { username, password } = credentials;
    const body = { slink, username: username.trim(), password, stayLoggedIn };
    try {
      onDone(await client.call(authDriversApi.loginIdm, { body }, { messages: false }));
    } catch (thrown) {
      onProblem(ApiError.from(thrown));
    } finally {
      setPending(false);
    }
  }

  async function press() {
    setPending(true);
    try {
      const { data } = await client.call(authDriversApi.begin, { body: { slink, stayLoggedIn } }, { messages: false });
      // The page goes away: the button stays as it is until then.
      window.location.assign(data.url);
    } catch (thrown) {
      onProblem(ApiError.from(thrown));
      setPending(false);
    }
  }

  if (!way) return null;
  const isDirectory = way.method === 'LDAP';
  return (
    <>
      {isDirectory && <p>{t('sso.directory', { name: way.name })}</p>}
      <Button look="secondary" icon="school" wide isPending={isPending} onPress={isDirectory ? enter : press}>
        {t('sso.through', { name: way.name })}
      </Button>
    </>
  );
}
