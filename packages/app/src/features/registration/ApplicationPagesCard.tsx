import { type ApplicationPage, applicationApi, toApplicationPath } from '@kreide/core/features/registration';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { textOf } from '../../kernel/html-text.ts';
import { queries } from '../../kernel/query.ts';
import { useSelf } from '../../kernel/session.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useEditorTexts } from '../../kernel/use-editor-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { RichTextEditor } from '../../ui/rich-text/index.ts';
import { Switch } from '../../ui/Switch.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Keys.module.css';

const pagesQuery = (id: number) => queryOf(applicationApi.listApplicationPages, { params: { id: `${id}` } });

type Version = Omit<ApplicationPage, 'type'>;

/** The information pages of the school: open or closed, and what they say; for those who edit the school (P-2.20). */
export function ApplicationPagesCard() {
  const { t } = useTranslation('registration');
  const texts = useCopyTexts();
  const { school, permissions } = useSelf();
  const mayEdit = permissions.includes('edit-school');
  const { data } = useQuery({ ...pagesQuery(school.id), enabled: mayEdit });
  if (!mayEdit || !data) return null;
  const isOpen = data.pages.some((page) => page.is_open);
  return (
    <Card>
      <section className={styles.form} aria-label={t('applications.pages')}>
        <div className={styles.about}>
          <h2>{t('applications.pages')}</h2>
          <p>{t('applications.pagesAbout')}</p>
        </div>
        {isOpen && <CopyField label={t('applications.address')} value={data.url} texts={texts} />}
        {data.pages.map((page) => (
          <Page key={page.type} page={page} schoolId={school.id} />
        ))}
      </section>
    </Card>
  );
}

function Page({ page: listed, schoolId }: { page: ApplicationPage; schoolId: number }) {
  const { t } = useTranslation('registration');
  const [isEditing, setEditing] = useState(false);
  const [saved, setSaved] = useState<ApplicationPage | null>(null);
  const [isSending, setSending] = useState(false);
  const type = t(`types.${listed.type}`);
  const save = useMutation({
    ...mutationOf(applicationApi.updateApplicationPage, { touches: [applicationApi.listApplicationPages] }),
    onSuccess: (answer: ApplicationPage) => {
      setSaved(answer);
      setSending(false);
      toasts.show('success', t('applications.saved'));
    },
  });
  // Until the list is read again, what was saved last stands for it.
  const page = saved && (saved.updated_at ?? '') > (listed.updated_at ?? '') ? saved : listed;
  const saving = (body: Version) => ({ params: { id: `${schoolId}`, type: toApplicationPath(page.type) }, body });
  const shown = save.isPending ? save.variables.body : page;
  return (
    <div className={styles.form}>
      <div className={styles.key}>
        <Switch
          isSelected={shown.is_open}
          onChange={(is_open) => {
            const { content, updated_at } = page;
            setSending(true);
            save.mutate(saving({ is_open, content, updated_at }), { onSettled: () => setSending(false) });
          }}
          isDisabled={isSending}
        >
          {t('applications.isOpen', { type })}
        </Switch>
        {!isEditing && (
          <Button
            look="quiet"
            icon="edit"
            aria-label={t('applications.editOf', { type })}
            onPress={() => setEditing(true)}
          >
            {t('applications.edit')}
          </Button>
        )}
      </div>
      {isEditing && (
        <TextForm
          page={page}
          schoolId={schoolId}
          onClose={() => setEditing(false)}
          onSave={(version) => save.mutateAsync(saving(version))}
        />
      )}
    </div>
  );
}

interface TextFormProps {
  page: ApplicationPage;
  schoolId: number;
  onClose: () => void;
  onSave: (version: Version) => Promise<unknown>;
}

/** What the school says on one page; whether it is open is what its switch says, also while somebody writes. */
function TextForm({ page, schoolId, onClose, onSave }: TextFormProps) {
  const { t } = useTranslation('registration');
  const form = useForm({
    initial: () => ({ content: page.content }),
    item: page,
    send: ({ content }, { is_open, updated_at }) => onSave({ is_open, content, updated_at }),
    newest: async () => {
      const { pages } = await queries.fetchQuery({ ...pagesQuery(schoolId), staleTime: 0 });
      const item = pages.find(({ type }) => type === page.type) ?? page;
      return { item, values: { content: item.content } };
    },
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      className={styles.form}
      parts={[{ label: t('applications.text'), show: ({ content }) => textOf(content) }]}
    >
      <Suspense fallback={null}>
        <Editor key={form.edition} initial={form.values.content} onChange={(content) => form.change({ content })} />
      </Suspense>
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button onPress={() => form.leave(onClose)}>{t('keys.cancel')}</Button>
        <Button type="submit" look="primary" isPending={form.isPending}>
          {t('applications.save')}
        </Button>
      </div>
    </Form>
  );
}

function Editor({ initial, onChange }: { initial: string; onChange: (html: string) => void }) {
  const { t } = useTranslation('registration');
  return (
    <RichTextEditor label={t('applications.text')} initial={initial} onChange={onChange} texts={useEditorTexts()} />
  );
}
