import type { Absence } from '@kreide/core/features/absences';
import { isAllowed } from '@kreide/core/kernel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { AbsenceForm } from './AbsenceForm.tsx';
import styles from './Absences.module.css';
import { ABSENCE_STEPS, type AbsenceStep, AbsenceWay, type AbsenceWayState } from './AbsenceWay.tsx';
import { absenceQuery, categoriesQuery, presetQuery, typesQuery, type Whom } from './queries.ts';
import { nameOf } from './words.ts';

function whomOf(absence: Absence): Whom {
  const name = nameOf(absence);
  if (absence.user_id !== null) return { entity: 'users', id: absence.user_id, name };
  if (absence.grade_id !== null) return { entity: 'grades', id: absence.grade_id, name };
  return { entity: 'courses', id: absence.course_id ?? 0, name };
}

/** The details of an absence (T-2.147). */
export function AbsenceDialog({ absence, onClose }: { absence: Absence; onClose: () => void }) {
  // What others change meanwhile does not take away what is being written.
  const [first] = useState(absence);
  const whom = whomOf(first);
  return (
    <LoadedForm
      book={first.classbook_id}
      title={whom.name}
      absence={first}
      asked={whom}
      people={[whom]}
      onPeople={() => {}}
      way={null}
      onClose={onClose}
    />
  );
}

/** The same for an address that names one; one that is not there says so. */
export function AskedAbsence({ book, uuid, onClose }: { book: number; uuid: string; onClose: () => void }) {
  const { t } = useTranslation('absences');
  const query = useQuery(absenceQuery(book, uuid));
  if (query.data) return <AbsenceDialog absence={query.data} onClose={onClose} />;
  const code = query.error?.code;
  return (
    <Dialog isOpen title={t('details')} onClose={onClose} closeLabel={t('close')}>
      {code === 'not_found' || code === 'malformed' ? (
        <EmptyState icon="search" headingLevel={3} title={t('missingTitle')} text={t('missingText')} />
      ) : (
        <Loaded
          query={query}
          headingLevel={3}
          skeleton={{ label: t('list.loading') }}
          errorTitle={t('list.errorTitle')}
        >
          {() => null}
        </Loaded>
      )}
    </Dialog>
  );
}

export interface NewAbsenceProps {
  book: number;
  /** A family reports one or several of these. */
  family?: readonly Whom[];
  /** The school looks for a pupil with this. */
  Picker?: ComponentType<{ onPick: (whom: Whom) => void }>;
  onClose: () => void;
}

/** A new sick note of one or several children, or a new absence of a pupil: whose, why and when, and what will be sent. */
export function NewAbsence({ book, family = [], Picker, onClose }: NewAbsenceProps) {
  const { t } = useTranslation(['absences', 'form']);
  const [people, setPeople] = useState<readonly Whom[]>(family.length === 1 ? family : []);
  const keys = Picker || family.length > 1 ? ABSENCE_STEPS : ABSENCE_STEPS.slice(1);
  const [step, setStep] = useState<AbsenceStep>(keys[0] ?? 'time');
  const title = t(Picker ? 'newTitle' : 'reportTitle');
  const pick = (whom: Whom) => {
    setPeople([whom]);
    setStep('time');
  };
  const chooser = Picker ? <Picker onPick={pick} /> : <Children family={family} people={people} onPeople={setPeople} />;
  const way = { keys, step, go: setStep, chooser, isPicking: Picker !== undefined };
  // All children of a family have the same rights and types: what is written stays while others are chosen.
  const asked = Picker ? people[0] : family[0];
  if (!asked) {
    return (
      <Dialog
        isOpen
        title={title}
        onClose={onClose}
        closeLabel={t('close')}
        actions={<Button onPress={onClose}>{t('cancel')}</Button>}
      >
        <AbsenceWay way={way}>{chooser}</AbsenceWay>
      </Dialog>
    );
  }
  const shown = { book, title, people, onPeople: setPeople, way, onClose };
  return <LoadedForm absence={null} asked={asked} {...shown} />;
}

interface ChildrenProps {
  family: readonly Whom[];
  people: readonly Whom[];
  onPeople: (people: readonly Whom[]) => void;
}

function Children({ family, people, onPeople }: ChildrenProps) {
  const { t } = useTranslation('absences');
  const isChosen = (child: Whom) => people.some(({ id }) => id === child.id);
  return (
    <fieldset className={styles.children}>
      <legend>{t('form.children')}</legend>
      {family.map((child) => (
        <Checkbox
          key={child.id}
          isSelected={isChosen(child)}
          onChange={(isOn) => onPeople(family.filter((one) => (one.id === child.id ? isOn : isChosen(one))))}
        >
          {child.name}
        </Checkbox>
      ))}
    </fieldset>
  );
}

interface LoadedFormProps {
  book: number;
  title: string;
  absence: Absence | null;
  /** For whom rights and types are asked. */
  asked: Whom;
  people: readonly Whom[];
  onPeople: (people: readonly Whom[]) => void;
  /** The steps of a new one; null: an absence is changed on one page. */
  way: AbsenceWayState | null;
  onClose: () => void;
}

/** The form, once it is known what may be written. */
function LoadedForm({ asked, ...props }: LoadedFormProps) {
  const { t } = useTranslation('absences');
  // What is written stays while another pupil is chosen.
  const kept = { placeholderData: keepPreviousData };
  const preset = useQuery({ ...presetQuery(props.book, asked), ...kept });
  const types = useQuery({ ...typesQuery(props.book, asked), ...kept });
  const categories = useQuery(categoriesQuery(props.book));
  const isRefused =
    props.absence === null &&
    preset.data &&
    !preset.isPlaceholderData &&
    !isAllowed(preset.data.can, 'create-absences');
  if (preset.data && types.data && categories.data && !isRefused)
    return <AbsenceForm {...props} preset={preset.data} types={types.data} categories={categories.data} />;
  const waiting = [preset, types, categories].find(({ data }) => data === undefined) ?? preset;
  return (
    <Dialog isOpen title={props.title} onClose={props.onClose} closeLabel={t('close')}>
      {isRefused ? (
        <EmptyState icon="lock" headingLevel={3} title={t('form.refusedTitle')} text={t('form.refusedText')} />
      ) : (
        <Loaded<unknown>
          query={{ ...waiting, data: undefined }}
          headingLevel={3}
          skeleton={{ items: 3, label: t('list.loading') }}
          errorTitle={t('form.errorTitle')}
        >
          {() => null}
        </Loaded>
      )}
    </Dialog>
  );
}
