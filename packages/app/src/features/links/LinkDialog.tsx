import {
  LINK_ABOUT_MAXIMUM,
  LINK_ADDRESS_MAXIMUM,
  LINK_TITLE_MAXIMUM,
  LINKS_MAXIMUM,
  type Link,
  type LinkDraft,
  linkProblems,
} from '@kreide/core/features/links';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { createLink, linksQuery, updateLink } from './links-queries.ts';

const toDraft = ({ title, address, about }: LinkDraft): LinkDraft => ({ title, address, about });

/** A new link, or one that is changed: its name, its address, and what one finds there. */
export function LinkDialog({ known, onClose }: { known: Link | null; onClose: () => void }) {
  const { t } = useTranslation(['links', 'errors', 'shell']);
  const create = useMutation(createLink);
  const update = useMutation(updateLink);
  async function readNewest() {
    const all = await queries.fetchQuery({ ...linksQuery(), staleTime: 0 });
    const item = all.find(({ id }) => id === known?.id);
    if (!item) throw new Error('The link was removed.');
    return { item, values: toDraft(item) };
  }
  const form = useForm({
    initial: () => toDraft(known ?? { title: '', address: '', about: '' }),
    item: known,
    problems: (draft) =>
      linkProblems(draft).map(({ field, rule, params }) => ({ field, text: t(`rules.${rule}`, params) })),
    send: (body, item) =>
      item
        ? update.mutateAsync({ params: { id: `${item.id}` }, body: { ...body, updated_at: item.updated_at } })
        : create.mutateAsync({ body }),
    newest: known ? readNewest : undefined,
    onSaved: ({ title }) => {
      toasts.show('success', t('saved', { title }));
      onClose();
    },
    toWords: (error) =>
      error.code === 'links_full' && !known
        ? t('full', { max: LINKS_MAXIMUM })
        : t('failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  return (
    <FormDialog
      title={t(known ? 'editTitle' : 'newTitle')}
      form={form}
      texts={{ send: t('form.save'), cancel: t('form.cancel') }}
      onClose={onClose}
      parts={(['title', 'address', 'about'] as const).map((part) => ({
        label: t(`form.${part}`),
        show: (draft: LinkDraft) => draft[part],
      }))}
    >
      <TextField
        label={t('form.title')}
        value={values.title}
        maxLength={LINK_TITLE_MAXIMUM}
        errorMessage={errorOf('title')}
        onChange={(title) => change({ title })}
      />
      <TextField
        type="url"
        label={t('form.address')}
        description={t('form.addressHint')}
        value={values.address}
        maxLength={LINK_ADDRESS_MAXIMUM}
        errorMessage={errorOf('address')}
        onChange={(address) => change({ address })}
      />
      <TextField
        label={t('form.about')}
        value={values.about}
        maxLength={LINK_ABOUT_MAXIMUM}
        errorMessage={errorOf('about')}
        onChange={(about) => change({ about })}
      />
    </FormDialog>
  );
}
