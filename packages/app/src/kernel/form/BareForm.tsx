import { type FormEvent, type FormHTMLAttributes, useEffect, useRef } from 'react';
import { classes } from '../../ui/classes.ts';
import styles from './Form.module.css';

/** The answer of `useForm`, from which the form is drawn. */
export interface SubmittedForm {
  tries: number;
  submit: () => Promise<void>;
}

interface BareFormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit' | 'noValidate'> {
  form: SubmittedForm;
}

/** Elements that are wrong or need an answer: fields, the parts of a date, and the choice between two versions. */
const WRONG = '[aria-invalid="true"], [data-invalid] [role="spinbutton"], [data-conflict]';

/** Moves the focus to the first of them that takes it: of a group of choices that is a choice. @returns whether there is one */
export function focusFirstWrong(form: HTMLElement | null): boolean {
  for (const element of form?.querySelectorAll<HTMLElement>(WRONG) ?? []) {
    const target = element.getAttribute('role') === 'radiogroup' ? element.querySelector('input') : element;
    target?.focus();
    if (document.activeElement === target) return true;
  }
  return false;
}

/**
 * The element of a form: submits it, and moves the focus to the first problem. It asks nothing when it is left, so it is for
 * what loses nothing: signing in, searches and filters. All others are a `<Form>`.
 */
export function BareForm({ form, children, className, ...props }: BareFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { tries } = form;
  useEffect(() => {
    if (tries > 0) focusFirstWrong(element.current);
  }, [tries]);
  function submit(event: FormEvent) {
    event.preventDefault();
    // A form around a dialog is not meant.
    event.stopPropagation();
    void form.submit();
  }
  return (
    <form {...props} className={classes(styles.form, className)} ref={element} onSubmit={submit} noValidate>
      {children}
    </form>
  );
}
