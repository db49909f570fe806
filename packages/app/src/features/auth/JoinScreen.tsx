import { type JoinedAccount, joiningApi, type LoginAnswer } from '@kreide/core/features/auth';
import { schoolsApi } from '@kreide/core/features/schools';
import { ApiError } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { client } from '../../kernel/client.ts';
import { invalidateQueries, queryOf } from '../../kernel/data.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
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
  const [step, setStep] = useState<Pick<LoginAnswer, 'access_token' | 'second_step'> | null>(null);

  /** Why the second step led back here. */
  const [problem, setProblem] = useState<string | null>(null);

  async function finish(account: JoinedAccount) {
    await invalidateQueries(joiningApi.listJoinedAccounts);
    toasts.show('success', t('joining.joined', { name: account.displayname }));
    await navigate(PATH, { replace: true });
  }

  const form = useForm({
    initial: { username: '', password: '', own_password: '' },
    problems: (values) =>
      blankProblems(values, {
        username: t('login.missingUsername'),
        password: t('login.missingPassword'),
        own_password: t('login.missingPassword'),
      }),
    send: async (values) => {
      setProblem(null);
      const body = { ...values, slink, username: values.username.trim() };
      return (await client.call(joiningApi.joinAccount, { ...SELF, body }, QUIET)).data;
    },
    onSaved: async ({ account, second_step }) => {
      if (account) await finish(account);
      else if (second_step) setStep({ access_token: second_step.token, second_step });
    },
    toWords: (error) => (error.code === 'wrong_credentials' ? t('login.wrong') : toWords(error)),
  });
  const { values, change, errorOf } = form;

  if (step)
    return (
      <Suspense fallback={<Skeleton items={2} label={t('shell:titles.loading')} />}>
        <SecondStep
          slink={slink}
          stayLoggedIn={false}
          answer={step}
          onDone={async () => {}}
          onProof={async (proof) => {
            const body = { own_password: values.own_password, token: step.access_token, ...proof };
            try {
              await finish((await client.call(joiningApi.confirmJoinedAccount, { ...SELF, body }, QUIET)).data);
            } catch (thrown) {
              const refusal = ApiError.from(thrown);
              if (refusal.code !== 'invalid') throw refusal;
              setStep(null);
              setProblem(refusal.issues[0]?.message ?? toWords(refusal));
            }
          }}
          onBack={(why) => {
            setStep(null);
            setProblem(why);
          }}
        />
      </Suspense>
    );

  return (
    <BareForm form={form} className={styles.form}>
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
        value={values.username}
        onChange={(username) => change({ username })}
        errorMessage={errorOf('username')}
      />
      <PasswordField
        label={t('login.password')}
        name="joined_password"
        autoComplete="off"
        value={values.password}
        onChange={(password) => change({ password })}
        errorMessage={errorOf('password')}
        texts={texts}
      />
      <PasswordField
        label={t('joining.ownPassword', { school: own.name })}
        name="own_password"
        autoComplete="current-password"
        value={values.own_password}
        onChange={(own_password) => change({ own_password })}
        errorMessage={errorOf('own_password')}
        texts={texts}
      />
      <Problem text={problem ?? form.failure} />
      <Button type="submit" look="primary" wide isPending={form.isPending}>
        {t('joining.submit')}
      </Button>
      <LinkButton look="quiet" icon="search" href={`${PATH}?join`}>
        {t('login.otherSchool')}
      </LinkButton>
    </BareForm>
  );
}
