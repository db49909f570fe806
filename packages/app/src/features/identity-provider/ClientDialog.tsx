import {
  asksPassword,
  type IdentityClient,
  identityProviderApi,
  type Passed,
} from '@kreide/core/features/identity-provider';
import { useMutation } from '@tanstack/react-query';
import { mutationOf, queryOf, writeQuery } from '../../kernel/data.ts';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ClientFields } from './ClientFields.tsx';
import { type ClientValues, problemsOf, sentOf, toValues } from './client-values.ts';

interface ClientDialogProps {
  client: IdentityClient;
  params: { id: string };
  offered: readonly Passed[];
  onClose: () => void;
}

/** Changes a program. Where people are sent back only who enters their password changes. */
export function ClientDialog({ client, params, offered, onClose }: ClientDialogProps) {
  const { t } = useTranslation(['identity-provider', 'errors', 'shell']);
  const save = useMutation({
    ...mutationOf(identityProviderApi.updateClient, { messages: false }),
    onSuccess: (saved) => writeQuery(identityProviderApi.getTenant, { params }, saved),
  });
  const isAsked = (values: ClientValues, item: IdentityClient) => asksPassword(item, sentOf(values));
  const form = useForm({
    initial: () => toValues(client),
    item: client,
    problems: (values) => [
      ...blankProblems({ name: values.name }, { name: t('missing') }),
      ...problemsOf(values).map(({ field, rule }) => ({ field, text: t(`rules.${rule}`) })),
      ...(isAsked(values, client) ? blankProblems({ password: values.password }, { password: t('missing') }) : []),
    ],
    send: (values, item) =>
      save.mutateAsync({
        params: { ...params, client_id: `${client.id}` },
        body: {
          ...sentOf(values),
          is_on: values.is_on,
          updated_at: item.updated_at,
          password: isAsked(values, item) ? values.password : null,
        },
      }),
    onSaved: onClose,
    newest: async () => {
      const { clients } = await queries.fetchQuery(
        queryOf(identityProviderApi.getTenant, { params }, { staleTime: 0 }),
      );
      const item = clients.find(({ id }) => id === client.id);
      if (!item) throw new Error('It was removed.');
      return { item, values: toValues(item) };
    },
    toWords: (error) => toReason(t, error),
  });
  return (
    <FormDialog
      title={t('editTitle', { name: client.name })}
      form={form}
      texts={{ send: t('save'), cancel: t('cancel') }}
      parts={[
        { label: t('name'), show: (one) => one.name },
        { label: t('redirects'), show: (one) => one.redirect_uris },
        { label: t('logouts'), show: (one) => one.logout_uris },
        { label: t('backchannel'), show: (one) => one.backchannel_uri },
        { label: t('told'), show: (one) => one.passes.map((each) => t(`passed.${each}`)).join(', ') },
      ]}
      onClose={onClose}
    >
      <ClientFields {...form} offered={offered} isNew={false} needsPassword={isAsked(form.values, client)} />
    </FormDialog>
  );
}
