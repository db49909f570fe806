import { passwordApi } from '@kreide/core/features/auth';
import { ApiError } from '@kreide/core/kernel';
import { required } from '@kreide/core/validation';
import { type FormEvent, useState } from 'react';
import { useParams } from 'react-router';
import { client } from '../../kernel/client.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './PasswordReset.module.css';
import { useProblemWords } from './use-problem-words.ts';

/** For those without an address for mails: whom to ask, and asking the administrators from here (P-2.15, P-7.89). */
export function LostScreen() {
  const { t } = useTranslation('auth');
  const toWords = useProblemWords();
  const { slink = '' } = useParams();
  const [name, setName] = useState('');
  const [contact, setContact] = useState('');
  const [hasTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setProblem(null);
    if (!required(name) || !required(contact) || isPending) return;
    setPending(true);
    try {
      const body = { name: name.trim(), contact: contact.trim() };
      await client.call(passwordApi.forgottenEmail, { params: { slink }, body }, { messages: false });
      setDone(true);
    } catch (thrown) {
      setProblem(toWords(ApiError.from(thrown)));
    } finally {
      setPending(false);
    }
  }

  const missing = (value: string) => (hasTried && !required(value) ? t('lost.missing') : undefined);
  const toLogin = (
    <LinkButton look={isDone ? 'primary' : 'quiet'} href={`/${slink}/login`}>
      {t('forgot.toLogin')}
    </LinkButton>
  );
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        {isDone ? (
          <EmptyState
            headingLevel={1}
            icon="checkCircle"
            title={t('lost.doneTitle')}
            text={t('lost.doneText')}
            action={toLogin}
          />
        ) : (
          <form className={styles.content} onSubmit={submit} noValidate>
            <h1>{t('lost.title')}</h1>
            <p>{t('lost.intro')}</p>
            <p className={styles.intro}>{t('lost.ask')}</p>
            <TextField
              label={t('lost.name')}
              name="name"
              autoComplete="name"
              value={name}
              onChange={setName}
              errorMessage={missing(name)}
            />
            <TextField
              label={t('lost.contact')}
              value={contact}
              onChange={setContact}
              errorMessage={missing(contact)}
            />
            <Problem text={problem} />
            <Button type="submit" look="primary" wide isPending={isPending}>
              {t('lost.submit')}
            </Button>
            {toLogin}
          </form>
        )}
      </Card>
    </div>
  );
}
