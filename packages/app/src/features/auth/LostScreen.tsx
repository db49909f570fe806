import { passwordApi } from '@kreide/core/features/auth';
import { useState } from 'react';
import { useParams } from 'react-router';
import { client } from '../../kernel/client.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
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
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial: { name: '', contact: '' },
    problems: (values) => blankProblems(values, { name: t('lost.missing'), contact: t('lost.missing') }),
    send: ({ name, contact }) => {
      const body = { name: name.trim(), contact: contact.trim() };
      return client.call(passwordApi.forgottenEmail, { params: { slink }, body }, { messages: false });
    },
    onSaved: () => setDone(true),
    toWords,
  });
  const { values, change, errorOf } = form;
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
          <BareForm form={form} className={styles.content}>
            <h1>{t('lost.title')}</h1>
            <p>{t('lost.intro')}</p>
            <p className={styles.intro}>{t('lost.ask')}</p>
            <TextField
              label={t('lost.name')}
              name="name"
              autoComplete="name"
              value={values.name}
              onChange={(name) => change({ name })}
              errorMessage={errorOf('name')}
            />
            <TextField
              label={t('lost.contact')}
              value={values.contact}
              onChange={(contact) => change({ contact })}
              errorMessage={errorOf('contact')}
            />
            <Problem text={form.failure} />
            <Button type="submit" look="primary" wide isPending={form.isPending}>
              {t('lost.submit')}
            </Button>
            {toLogin}
          </BareForm>
        )}
      </Card>
    </div>
  );
}
