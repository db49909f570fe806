import { personalDataApi } from '@kreide/core/features/personal-data';
import { ApiError } from '@kreide/core/kernel';
import { rule } from '@kreide/core/validation';
import { useState } from 'react';
import { client } from '../../kernel/client.ts';
import { invalidateQueries } from '../../kernel/data.ts';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { PresentPassword, SectionForm } from '../settings/index.ts';

/** Asks for an archive; whoever does proves who they are. */
export function ArchiveForm({ id }: { id: string }) {
  const { t } = useTranslation(['personal-data', 'errors']);
  const [password, setPassword] = useState('');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const { check, errorOf } = useRules({ current_password: password }, { current_password: [rule('required')] });

  function toProblem({ code, issues }: ApiError): string | null {
    if (issues.length > 0) return null;
    if (code === 'conflict') return t('ask.running');
    return code === 'too_many' ? t('ask.tooMany') : t(`errors:${code}`);
  }

  async function send() {
    setPending(true);
    setError(null);
    try {
      const args = { params: { id }, body: { current_password: password } };
      await client.call(personalDataApi.createArchive, args, { messages: false });
      setPassword('');
      toasts.show('success', t('ask.sent'));
    } catch (thrown) {
      setError(ApiError.from(thrown));
    } finally {
      setPending(false);
      await invalidateQueries(personalDataApi.listArchives);
    }
  }

  return (
    <SectionForm
      check={check}
      onSubmit={send}
      isPending={isPending}
      problem={error && toProblem(error)}
      submit={t('ask.submit')}
      look="primary"
    >
      <PresentPassword
        label={t('ask.password')}
        value={password}
        onChange={setPassword}
        errorMessage={errorOf('current_password') ?? error?.issues[0]?.message}
      />
    </SectionForm>
  );
}
