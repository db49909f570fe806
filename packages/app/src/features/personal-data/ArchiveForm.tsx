import { personalDataApi } from '@kreide/core/features/personal-data';
import type { ApiError } from '@kreide/core/kernel';
import { rule } from '@kreide/core/validation';
import { client } from '../../kernel/client.ts';
import { invalidateQueries } from '../../kernel/data.ts';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { PresentPassword, SectionForm } from '../settings/index.ts';

/** Asks for an archive; whoever does proves who they are. */
export function ArchiveForm({ id }: { id: string }) {
  const { t } = useTranslation(['personal-data', 'errors']);
  const renew = () => invalidateQueries(personalDataApi.listArchives);

  function toWords(error: ApiError): string {
    if (error.code === 'archive_running') return t('ask.running');
    return error.code === 'too_many' ? t('ask.tooMany') : toReason(t, error);
  }

  const form = useForm({
    initial: { current_password: '' },
    problems: useFieldRules({ current_password: [rule('required')] }),
    send: (body) => client.call(personalDataApi.createArchive, { params: { id }, body }, { messages: false }),
    onSaved: async () => {
      form.reset({ current_password: '' });
      toasts.show('success', t('ask.sent'));
      await renew();
    },
    onFailed: renew,
    toWords,
  });

  return (
    <SectionForm form={form} submit={t('ask.submit')} look="primary">
      <PresentPassword
        label={t('ask.password')}
        value={form.values.current_password}
        onChange={(current_password) => form.change({ current_password })}
        errorMessage={form.errorOf('current_password')}
      />
    </SectionForm>
  );
}
