import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './Section.module.css';

interface SectionProps {
  title: string;
  /** What it is for. */
  about?: ReactNode;
  children: ReactNode;
}

/** A part of the settings with its own heading. */
export function Section({ title, about, children }: SectionProps) {
  return (
    <Card>
      <section className={styles.section} aria-label={title}>
        <h2>{title}</h2>
        {about && <p className={styles.about}>{about}</p>}
        {children}
      </section>
    </Card>
  );
}

/** The field that is wrong, or the first choice of one. */
const FIRST_WRONG = 'input[aria-invalid=true], [role=radiogroup][aria-invalid=true] input';

interface SectionFormProps {
  /** Are the fields right? Says what is wrong. */
  check: () => boolean;
  onSubmit: () => void;
  isPending: boolean;
  /** Why the server refused, where it is about no field. */
  problem: string | null;
  submit: string;
  look?: 'primary' | 'secondary' | 'danger';
  children: ReactNode;
}

/** The fields of a section with the one button that saves them; the focus goes to the first that is wrong. */
export function SectionForm({
  check,
  onSubmit,
  isPending,
  problem,
  submit,
  look = 'secondary',
  children,
}: SectionFormProps) {
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isPending) return;
    if (check()) onSubmit();
    else requestAnimationFrame(() => form.querySelector<HTMLElement>(FIRST_WRONG)?.focus());
  }
  return (
    <form className={styles.form} noValidate onSubmit={send}>
      {children}
      <Problem text={problem} />
      <div>
        <Button type="submit" look={look} isPending={isPending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
