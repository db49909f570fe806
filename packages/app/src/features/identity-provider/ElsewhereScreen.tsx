import { identityProviderApi } from '@kreide/core/features/identity-provider';
import { useMutation } from '@tanstack/react-query';
import { useLoaderData, useNavigate } from 'react-router';
import { mutationOf } from '../../kernel/data.ts';
import { toReason } from '../../kernel/reason.ts';
import { signOut } from '../../kernel/sign-in.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { type Elsewhere, leaveFor, wantAgain } from './elsewhere.ts';
import styles from './IdentityProvider.module.css';

type Open = Exclude<Elsewhere, { state: 'over' }>;

/** Between a program and the account here: whether somebody wants to sign in there, and what is passed on (P-2.29). */
export function ElsewhereScreen() {
  const { t } = useTranslation('identity-provider');
  const page = useLoaderData<Elsewhere>();
  if (page.state === 'over')
    return <EmptyState headingLevel={1} icon="clock" title={t('page.overTitle')} text={t('page.overText')} />;
  return (
    <div className={styles.page}>
      <Card isRoomy>{page.state === 'ask' ? <Question page={page} /> : <Obstacle page={page} />}</Card>
    </div>
  );
}

/** Says what is passed on to whom, and asks. */
function Question({ page: { uuid, found, self } }: { page: Open }) {
  const { t } = useTranslation(['identity-provider', 'errors']);
  const { program, host, passes } = found;
  const params = { uuid };
  const accept = useMutation(mutationOf(identityProviderApi.continueInteraction, { messages: false }));
  const refuse = useMutation(mutationOf(identityProviderApi.refuseInteraction, { messages: false }));
  const error = accept.error ?? refuse.error;
  const goOn = ({ url }: { url: string }) => void leaveFor(url);
  return (
    <div className={styles.form}>
      <h1>{t('page.title', { program })}</h1>
      <p>{t('page.who', { name: `${self.firstname} ${self.lastname}`, school: found.school.name })}</p>
      <p>{passes.length === 0 ? t('page.nothing', { program, host }) : t('page.told', { program, host })}</p>
      {passes.length > 0 && (
        <ul className={styles.told}>
          {passes.map((one) => (
            <li key={one}>{t(`passed.${one}`)}</li>
          ))}
        </ul>
      )}
      <p className={styles.hint}>{t('page.until')}</p>
      <Problem text={error ? toReason(t, error) : null} />
      <div className={styles.actions}>
        <Button
          look="primary"
          isPending={accept.isPending || accept.isSuccess}
          onPress={() => accept.mutate({ params, body: { passes } }, { onSuccess: goOn })}
        >
          {t('page.accept')}
        </Button>
        <Button isPending={refuse.isPending} onPress={() => refuse.mutate({ params }, { onSuccess: goOn })}>
          {t('page.refuse')}
        </Button>
      </div>
    </div>
  );
}

/** Somebody is signed in, and has to sign in otherwise. */
function Obstacle({ page: { state, uuid, found, self } }: { page: Open }) {
  const { t } = useTranslation('identity-provider');
  const navigate = useNavigate();
  const { program, school } = found;
  async function signInAnew() {
    wantAgain(uuid);
    await signOut();
    await navigate(`/${school.slink}/login`, { replace: true });
  }
  if (state === 'stale')
    return (
      <div className={styles.form}>
        <h1>{t('page.staleTitle')}</h1>
        <p>{t('page.staleText', { program })}</p>
        <div className={styles.actions}>
          <Button look="primary" onPress={signInAnew}>
            {t('page.signIn')}
          </Button>
        </div>
      </div>
    );
  return (
    <div className={styles.form}>
      <h1>{t('page.otherTitle')}</h1>
      <p>{t('page.otherText', { program, school: school.name, own: self.school.name })}</p>
      <div className={styles.actions}>
        <LinkButton look="primary" href="/users-select">
          {t('page.accounts')}
        </LinkButton>
      </div>
    </div>
  );
}
