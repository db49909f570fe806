import { type JoinedAccount, joiningApi, type LoginAnswer } from '@kreide/core/features/auth';
import { schoolsApi } from '@kreide/core/features/schools';
import { ApiError } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { client } from '../../kernel/client.ts';
import { invalidateQueries, queryOf } from '../../kernel/data.ts';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { SELF } from './factor-wish.ts';
import styles from './LoginScreen.module.css';
import { SchoolSearch } from './SelectSchoolScreen.tsx';
import { useProblemWords } from './use-problem-words.ts';

const SecondStep = late(async () => (await import('./SecondStep.tsx')).SecondStep);

const PATH = '/users-select';
const QUIET = { messages: false } as const;

/** Joins another account of the same person: first its school, then the proof of both (D-6.05). */
export function JoinScreen() {
  const [search] = useSearchParams();
  const slink = search.get('slink');
  if (slink === null)
    return (
      <SchoolSearch
        title="joining.pick"
        hrefOf={(found) => `${PATH}?${new URLSearchParams({ join: '', slink: found })}`}
      />
    );
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        <JoinForm slink={slink} />
      </Card>
    </div>
  );
}

function JoinForm({ slink }: { slink: string }) {
  const { t } = useTranslation(['auth', 'shell', 'two-factor']);
  const texts = usePasswordTexts();
  const toWords = useProblemWords();
  const navigate = useNavigate();
  const { school: own } = useSelf();
  const school = useQuery(queryOf(schoolsApi.get, { params: { slink } }, { staleTime: 5 * 60_000 }));
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [ownPassword, setOwnPassword] = useState('');
  const [hasTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState<Pick<LoginAnswer, 'access_token' | 'second_step'> | null>(null);

  const issueAt = (path: string) => error?.issues.find((issue) => issue.path === path)?.message;

  async function finish(account: JoinedAccount) {
    await invalidateQueries(joiningApi.listJoinedAccounts);
    toasts.show('success', t('joining.joined', { name: account.displayname }));
    await navigate(PATH, { replace: true });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setProblem(null);
    setError(null);
    if (username.trim() === '' || password === '' || ownPassword === '' || isPending) return;
    setPending(true);
    try {
      const body = { own_password: ownPassword, slink, username: username.trim(), password };
      const { data } = await client.call(joiningApi.joinAccount, { ...SELF, body }, QUIET);
      if (data.account) await finish(data.account);
      else if (data.second_step) setStep({ access_token: data.second_step.token, second_step: data.second_step });
    } catch (thrown) {
      setError(ApiError.from(thrown));
    } finally {
      setPending(false);
    }
  }

  if (step)
    return (
      <Suspense fallback={<Skeleton items={2} label={t('shell:titles.loading')} />}>
        <SecondStep
          {...{ slink, stayLoggedIn: false, answer: step }}
          onDone={async () => {}}
          onProof={async (proof) => {
            const body = { own_password: ownPassword, token: step.access_token, ...proof };
            try {
              await finish((await client.call(joiningApi.confirmJoinedAccount, { ...SELF, body }, QUIET)).data);
            } catch (thrown) {
              const refusal = ApiError.from(thrown);
              if (refusal.code !== 'invalid') throw refusal;
              setStep(null);
              setError(refusal);
            }
          }}
          onBack={(why) => {
            setStep(null);
            setProblem(why);
          }}
        />
      </Suspense>
    );

  const missing = (value: string, text: string) => (hasTried && value.trim() === '' ? text : undefined);
  const refused = error && (issueAt('body') ?? (issueAt('body.own_password') ? null : toWords(error)));
  const said = error?.code === 'wrong_credentials' ? t('login.wrong') : refused;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1>{t('joining.add')}</h1>
      <h2>{school.data?.name ?? slink}</h2>
      <TextField
        label={t('login.username')}
        icon="user"
        name="joined_username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        autoFocus
        value={username}
        onChange={setUsername}
        errorMessage={missing(username, t('login.missingUsername'))}
      />
      <PasswordField
        label={t('login.password')}
        name="joined_password"
        autoComplete="off"
        value={password}
        onChange={setPassword}
        errorMessage={missing(password, t('login.missingPassword'))}
        texts={texts}
      />
      <PasswordField
        label={t('joining.ownPassword', { school: own.name })}
        name="own_password"
        autoComplete="current-password"
        value={ownPassword}
        onChange={setOwnPassword}
        errorMessage={missing(ownPassword, t('login.missingPassword')) ?? issueAt('body.own_password')}
        texts={texts}
      />
      <Problem text={problem ?? said} />
      <Button type="submit" look="primary" wide isPending={isPending}>
        {t('joining.submit')}
      </Button>
      <LinkButton look="quiet" icon="search" href={`${PATH}?join`}>
        {t('login.otherSchool')}
      </LinkButton>
    </form>
  );
}
