import type { NewsItem } from '@kreide/core/features/news';
import { isAllowed } from '@kreide/core/kernel';
import { type ReactNode, Suspense, useEffect } from 'react';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { Form } from '../../kernel/form/Form.tsx';
import { textOf } from '../../kernel/html-text.ts';
import { useEditorTexts } from '../../kernel/use-editor-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { RichTextEditor } from '../../ui/rich-text/index.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormProblems } from './FormProblems.tsx';
import styles from './NewsForm.module.css';
import type { NewsValues } from './news-form.ts';
import { OwnVersion } from './OwnVersion.tsx';
import { PublishFields } from './PublishFields.tsx';
import type { NewsFormState } from './use-news-form.ts';

interface NewsFormProps {
  form: NewsFormState;
  /** What may be done with the item; for a new one, what its author may do. */
  can: NewsItem['can'];
  /** Survey and files, where they have no page of their own. */
  carried?: ReactNode;
  /** What the form does at its end. */
  onSubmit: () => Promise<unknown>;
  /** It is kept on the device while it is written: leaving loses nothing. */
  isDraft?: boolean;
  /** Its buttons. */
  children: ReactNode;
}

/** Title, text and options. Errors appear at their field and above the form; the first invalid field gets focus. */
export function NewsForm({ form, can, carried, onSubmit: finish, isDraft = false, children }: NewsFormProps) {
  // The words of a survey too: the next step comes without a network as well.
  const { t } = useTranslation(['news', 'surveys']);
  const { values, change, errorOf } = form;
  const editorTexts = useEditorTexts();
  useEffect(() => {
    // Where it leads afterwards, also without a network.
    void import('./NewsScreen.tsx').catch(() => {});
  }, []);
  const submitted = { ...form, submit: async () => void (await finish()) };
  const parts = [
    { label: t('form.title'), show: ({ title }: NewsValues) => title },
    { label: t('form.content'), show: ({ content }: NewsValues) => textOf(content) },
  ];
  const fields = (
    <>
      <FormProblems form={form} />
      <OwnVersion form={form} />
      <TextField
        label={t('form.title')}
        value={values.title}
        onChange={(title) => change({ title })}
        errorMessage={errorOf('title')}
        autoComplete="off"
      />
      <Suspense fallback={<Skeleton items={2} label={t('form.editorLoading')} />}>
        <RichTextEditor
          key={form.edition}
          label={t('form.content')}
          initial={values.content}
          onChange={(content) => change({ content })}
          errorMessage={errorOf('content')}
          texts={editorTexts}
        />
      </Suspense>
      {carried}
      <PublishFields form={form} errorMessage={errorOf('publish_at')} />
      <Checkbox isSelected={values.is_confirmable} onChange={(is_confirmable) => change({ is_confirmable })}>
        {t('form.isConfirmable')}
      </Checkbox>
      {(isAllowed(can, 'pin') || isAllowed(can, 'release')) && (
        <fieldset className={styles.group}>
          <legend>{t('form.marks')}</legend>
          {isAllowed(can, 'pin') && (
            <>
              <Checkbox isSelected={values.is_pinned} onChange={(is_pinned) => change({ is_pinned })}>
                {t('form.isPinned')}
              </Checkbox>
              <Checkbox isSelected={values.is_official} onChange={(is_official) => change({ is_official })}>
                {t('form.isOfficial')}
              </Checkbox>
            </>
          )}
          {isAllowed(can, 'release') && (
            <Checkbox isSelected={values.is_public} onChange={(is_public) => change({ is_public })}>
              {t('form.isPublic')}
            </Checkbox>
          )}
        </fieldset>
      )}
      {isDraft ? children : <div className={styles.actions}>{children}</div>}
    </>
  );
  const shared = { form: submitted, className: styles.form, 'aria-label': t('form.label') };
  return (
    <Card isRoomy>
      {isDraft ? (
        <BareForm {...shared}>{fields}</BareForm>
      ) : (
        <Form {...shared} parts={parts} leaveText={t('form.leaveEdit')}>
          {fields}
        </Form>
      )}
    </Card>
  );
}
