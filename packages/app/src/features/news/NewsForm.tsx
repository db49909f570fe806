import type { NewsItem } from '@kreide/core/features/news';
import { isAllowed } from '@kreide/core/kernel';
import { type FormEvent, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useEditorTexts } from '../../kernel/use-editor-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { RichTextEditor } from '../../ui/rich-text/index.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormProblems } from './FormProblems.tsx';
import styles from './NewsForm.module.css';
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
  onSubmit: () => void;
  /** Its buttons. */
  children: ReactNode;
}

/** Title, text and options. Errors appear at their field and above the form; the first invalid field gets focus. */
export function NewsForm({ form, can, carried, onSubmit: finish, children }: NewsFormProps) {
  const { t } = useTranslation('news');
  const { values, problems, change } = form;
  const element = useRef<HTMLFormElement>(null);
  const editorTexts = useEditorTexts();
  const textOf = (wanted: string) => problems.find(({ field }) => field === wanted)?.text;

  const wrong = useRef(problems);
  useEffect(() => {
    // Where it leads afterwards, also without a network.
    void import('./NewsScreen.tsx').catch(() => {});
  }, []);
  useEffect(() => {
    // Only for errors found on submit: a field that was just corrected keeps its focus.
    if (problems.length > wrong.current.length || (problems.length > 0 && wrong.current.length === 0))
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    wrong.current = problems;
  }, [problems]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    finish();
  }

  return (
    <Card isRoomy>
      <form ref={element} className={styles.form} onSubmit={onSubmit} noValidate aria-label={t('form.label')}>
        <FormProblems form={form} />
        <OwnVersion form={form} />
        <TextField
          label={t('form.title')}
          value={values.title}
          onChange={(title) => change({ title })}
          errorMessage={textOf('title')}
          autoComplete="off"
        />
        <Suspense fallback={<Skeleton items={2} label={t('form.editorLoading')} />}>
          <RichTextEditor
            key={form.edition}
            label={t('form.content')}
            initial={values.content}
            onChange={(content) => change({ content })}
            errorMessage={textOf('content')}
            texts={editorTexts}
          />
        </Suspense>
        {carried}
        <PublishFields form={form} errorMessage={textOf('publish_at')} />
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
        <div className={styles.actions}>{children}</div>
      </form>
    </Card>
  );
}
