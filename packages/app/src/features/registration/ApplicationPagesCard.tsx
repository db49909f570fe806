import { type ApplicationPage, applicationApi, toApplicationPath } from '@kreide/core/features/registration';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
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

/** The information pages of the school: open or closed, and what they say; for those who edit the school (P-2.20). */
export function ApplicationPagesCard() {
  const { t } = useTranslation('registration');
  const texts = useCopyTexts();
  const { school, permissions } = useSelf();
  const mayEdit = permissions.includes('edit-school');
  const args = { params: { id: `${school.id}` } };
  const { data } = useQuery({ ...queryOf(applicationApi.listApplicationPages, args), enabled: mayEdit });
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

function Page({ page, schoolId }: { page: ApplicationPage; schoolId: number }) {
  const { t } = useTranslation('registration');
  const [isEditing, setEditing] = useState(false);
  const type = t(`types.${page.type}`);
  const save = useMutation({
    ...mutationOf(applicationApi.updateApplicationPage, { touches: [applicationApi.listApplicationPages] }),
    onSuccess: () => toasts.show('success', t('applications.saved')),
  });
  const saving = (body: { is_open: boolean; content: string }) => ({
    params: { id: `${schoolId}`, type: toApplicationPath(page.type) },
    body,
  });
  // Until the list is read again, what was saved last stands for it: the switch would send the former text back.
  const shown = save.isPending ? save.variables.body : page;
  return (
    <div className={styles.form}>
      <div className={styles.key}>
        <Switch
          isSelected={shown.is_open}
          onChange={(is_open) => save.mutate(saving({ is_open, content: shown.content }))}
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
          onClose={() => setEditing(false)}
          onSave={(content) => save.mutateAsync(saving({ is_open: shown.is_open, content }))}
        />
      )}
    </div>
  );
}

interface TextFormProps {
  page: ApplicationPage;
  onClose: () => void;
  onSave: (content: string) => Promise<unknown>;
}

function TextForm({ page, onClose, onSave }: TextFormProps) {
  const { t } = useTranslation('registration');
  const form = useForm({
    initial: () => ({ content: page.content }),
    send: ({ content }) => onSave(content),
    onSaved: onClose,
  });
  return (
    <Form form={form} className={styles.form}>
      <Suspense fallback={null}>
        <Editor initial={page.content} onChange={(content) => form.change({ content })} />
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
