import { type IdentityClient, identityProviderApi, type MadeClient } from '@kreide/core/features/identity-provider';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';

interface SecretDialogProps {
  client: IdentityClient;
  params: { id: string };
  onMade: (made: MadeClient) => void;
  onClose: () => void;
}

/** Another secret for a program, with the password of whoever makes it. */
export function SecretDialog({ client, params, onMade, onClose }: SecretDialogProps) {
  const { t } = useTranslation(['identity-provider', 'errors']);
  const renew = useMutation(
    mutationOf(identityProviderApi.renewSecret, { touches: [identityProviderApi.getTenant], messages: false }),
  );
  const form = useForm({
    initial: { password: '' },
    problems: (values) => blankProblems({ password: values.password }, { password: t('missing') }),
    send: (body) => renew.mutateAsync({ params: { ...params, client_id: `${client.id}` }, body }),
    onSaved: onMade,
    toWords: (error) => toReason(t, error),
  });
  return (
    <FormDialog
      title={t('secretTitle', { name: client.name })}
      form={form}
      texts={{ send: t('renewSecret'), cancel: t('cancel') }}
      intro={<p>{t('secretText')}</p>}
      onClose={onClose}
    >
      <PasswordField
        label={t('password')}
        name="program_password"
        autoComplete="current-password"
        value={form.values.password}
        onChange={(password) => form.change({ password })}
        errorMessage={form.errorOf('password')}
        texts={usePasswordTexts()}
      />
    </FormDialog>
  );
}
