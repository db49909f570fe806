import type { ComponentProps, ReactNode } from 'react';
import { Form } from '../../kernel/form/Form.tsx';
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

interface SectionFormProps {
  form: FormInSection;
  submit: string;
  look?: 'primary' | 'secondary' | 'danger';
  children: ReactNode;
}
type FormInSection = ComponentProps<typeof Form>['form'] & { failure: string | null };

/** The fields of a section with the one button that saves them. */
export function SectionForm({ form, submit, look = 'secondary', children }: SectionFormProps) {
  return (
    <Form form={form} className={styles.form}>
      {children}
      <Problem text={form.failure} />
      <div>
        <Button type="submit" look={look} isPending={form.isPending}>
          {submit}
        </Button>
      </div>
    </Form>
  );
}
