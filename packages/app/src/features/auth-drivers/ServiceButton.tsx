import { authDriversApi } from '@kreide/core/features/auth-drivers';
import { ApiError } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../kernel/client.ts';
import { queryOf } from '../../kernel/data.ts';
import type { SignInWayProps } from '../../kernel/feature.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';

/** Leads to the service at which the people of a school sign in besides; nothing where it has none. */
export function ServiceButton({ slink, stayLoggedIn, onProblem }: SignInWayProps) {
  const { t } = useTranslation('auth');
  const { data: way } = useQuery(queryOf(authDriversApi.getWay, { params: { slink } }, { staleTime: 5 * 60_000 }));
  const [isPending, setPending] = useState(false);

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
  return (
    <Button look="secondary" icon="school" wide isPending={isPending} onPress={press}>
      {t('sso.through', { name: way.name })}
    </Button>
  );
}
