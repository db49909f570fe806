import { isCode, registrationApi, toCode, writeCode } from '@kreide/core/features/registration';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { withBranding } from '../../kernel/guards.ts';
import { Redirect } from '../../kernel/Redirect.tsx';
import { queryOf } from '../../kernel/reading.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useProblemWords } from '../auth/index.ts';
import { beginRegistration, nextStep, progressStore } from './progress.ts';
import styles from './Registration.module.css';

/** The page for a code that is typed in. */
export function CodeScreen() {
  const { state } = useLocation();
  return <CodeForm given={(state as { code?: string } | null)?.code ?? ''} />;
}

/**
 * Behind the address on a letter: the code of the path or the fragment leaves the address bar at once; without one the
 * sign-in comes (P-2.37, P-2.38).
 */
export function ActivateScreen() {
  const { slink = '', code = '' } = useParams();
  const { hash, search } = useLocation();
  const given = code || decodeURIComponent(hash.slice(1));
  return given === '' ? (
    <Redirect to={withBranding(`/${slink}/login`, search)} />
  ) : (
    <Redirect to={withBranding(`/${slink}/register`, search)} state={{ code: given }} />
  );
}

function CodeForm({ given }: { given: string }) {
  const { t } = useTranslation('registration');
  const toWords = useProblemWords();
  const navigate = useNavigate();
  const { slink = '' } = useParams();
  const [text, setText] = useState(() => (isCode(given) ? writeCode(toCode(given)) : given));
  /** What was sent last; its refusal goes when the text changes. */
  const [asked, setAsked] = useState(given);
  const code = toCode(asked);
  const opening = useQuery({
    ...queryOf(registrationApi.getSteps, { query: { code } }, { gcTime: 0, retry: false, retries: 0 }),
    enabled: isCode(asked),
  });
  const { data, error, isFetching, refetch } = opening;
  const isAddressed = given !== '';

  useEffect(() => {
    if (!data) return;
    beginRegistration(code, data);
    const { progress } = progressStore.getState();
    // A code of the address is no page to come back to.
    if (progress) navigate(`/${data.school.slink}/registration/${nextStep(progress)}`, { replace: isAddressed });
  }, [data, code, navigate, isAddressed]);

  async function submit(): Promise<void> {
    if (isFetching) return;
    if (text === asked && isCode(asked)) void refetch();
    setAsked(text === '' ? ' ' : text);
  }

  const problem =
    asked === '' || isFetching ? undefined : !isCode(asked) ? t('code.invalid') : error ? toWords(error) : undefined;
  if (isAddressed && asked === given && (isFetching || data))
    return (
      <div className={styles.screen}>
        <Card isRoomy>
          <Skeleton items={2} label={t('code.checking')} />
        </Card>
      </div>
    );
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        {/* What a code opens is read, not sent: the query says what is wrong. */}
        <BareForm form={{ tries: 0, submit }} className={styles.content}>
          <div className={styles.head}>
            <h1>{t('code.title')}</h1>
            <p className={styles.intro}>{t('code.intro')}</p>
          </div>
          <TextField
            label={t('code.label')}
            description={t('code.hint')}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck="false"
            autoFocus
            value={text}
            onChange={setText}
          />
          <Problem text={problem} />
          <div className={styles.actions}>
            <LinkButton look="quiet" href={`/${slink}/login`}>
              {t('code.toLogin')}
            </LinkButton>
            <Button type="submit" look="primary" isPending={isFetching}>
              {t('next')}
            </Button>
          </div>
        </BareForm>
      </Card>
    </div>
  );
}
