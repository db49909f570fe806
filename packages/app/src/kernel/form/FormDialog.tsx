import { type ComponentProps, type ReactNode, useId } from 'react';
import { FormFrame } from '../../ui/FormFrame.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { useTranslation } from '../use-translation.ts';
import { Form } from './Form.tsx';
import styles from './FormDialog.module.css';

type FormParts<Values> = ComponentProps<typeof Form<Values>>;

interface FormDialogProps<Values> {
  title: string;
  form: FormParts<Values>['form'] & {
    isPending: boolean;
    failure: string | null | undefined;
    leave: (close: () => void) => void;
  };
  texts: { send: string; cancel: string };
  /** `danger` for what cannot be taken back easily. */
  look?: 'primary' | 'danger';
  icon?: IconName;
  /** How the two versions of a conflict are shown: their parts by name. */
  parts?: FormParts<Values>['parts'];
  /** What is said before the fields. */
  intro?: ReactNode;
  /** What stands below the form and is no part of it. */
  after?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog that is a form: its fields below each other, why it was not taken below them, and two buttons, the one that sends
 * it last. With changes in it, it asks before it is left, by whichever way.
 */
export function FormDialog<Values>(props: FormDialogProps<Values>) {
  const { title, form, texts, look = 'primary', icon, parts = [], intro, after, onClose, children } = props;
  const { t } = useTranslation('shell');
  const id = useId();
  return (
    <FormFrame
      title={title}
      formId={id}
      texts={{ ...texts, close: t('close') }}
      look={look}
      icon={icon}
      isPending={form.isPending}
      onClose={() => form.leave(onClose)}
    >
      {intro}
      <Form form={form} id={id} className={styles.form} parts={parts} isDialog>
        {children}
        <Problem text={form.failure} />
      </Form>
      {after}
    </FormFrame>
  );
}
