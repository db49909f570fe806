import type { AbsenceCategory, AbsenceType } from '@kreide/core/features/absences';
import { useId, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ProblemNote } from '../../ui/Problem.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Absences.module.css';
import { iconOf, typeLookOf } from './words.ts';

interface Choosing {
  /** One type for an absence. */
  mode: 'selection';
  chosen: string | null;
  onChange: (id: string) => void;
}
interface Filtering {
  /** Any number of types that a list is narrowed to. */
  mode: 'filter';
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

type TypeChoiceProps = (Choosing | Filtering) & {
  categories: readonly AbsenceCategory[];
  types: readonly AbsenceType[];
  /** In groups for the school; families have a few types, which need none (T-6.18, T-6.19). */
  hasGroups: boolean;
  isDisabled?: boolean;
  /** Why the choice is wrong. */
  problem?: string | undefined;
};

/** The types of absences, by category: one to choose, or several to filter by (T-2.142, T-2.143). */
export function TypeChoice(props: TypeChoiceProps) {
  const { categories, types, hasGroups, problem, mode } = props;
  const { t } = useTranslation('absences');
  const id = useId();
  const groups = categories
    .map((category) => ({ ...category, types: types.filter((type) => type.category === category.key) }))
    .filter((group) => group.types.length > 0);
  const isChosen = (type: AbsenceType) =>
    props.mode === 'filter' ? props.chosen.includes(type.id) : props.chosen === type.id;
  const names = groups.map(({ name }) => name).join(', ');
  const hint = hasGroups ? t('choice.teacherHint', { groups: names }) : t('choice.familyHint');
  const row = (type: AbsenceType) => (
    <TypeRow key={type.id} type={type} id={id} props={props} isChosen={isChosen(type)} />
  );
  const label = t(mode === 'filter' ? 'choice.filter' : 'choice.label');
  const content = (
    <>
      <p id={`${id}-hint`} className={styles.small}>
        {hint}
      </p>
      <div role="alert">{problem && <ProblemNote text={problem} />}</div>
      {hasGroups
        ? groups.map((group) => (
            <Group key={group.key} group={group} isOpenAtFirst={group.is_standard || group.types.some(isChosen)}>
              {group.types.map(row)}
            </Group>
          ))
        : groups.flatMap((group) => group.types.map(row))}
    </>
  );
  if (mode === 'filter') {
    return (
      <fieldset aria-describedby={`${id}-hint`} className={styles.choice}>
        <legend>{label}</legend>
        {content}
      </fieldset>
    );
  }
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
      {...(problem && { 'aria-invalid': true, tabIndex: -1 })}
      className={styles.choice}
    >
      <b id={`${id}-label`}>{label}</b>
      {content}
    </div>
  );
}

interface GroupProps {
  group: AbsenceCategory;
  isOpenAtFirst: boolean;
  children: React.ReactNode;
}

function Group({ group, isOpenAtFirst, children }: GroupProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <div className={styles.group}>
      <button
        type="button"
        className={styles.groupHead}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={iconOf(group.icon)} size={20} />
        <span>{group.name}</span>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={20} />
      </button>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}

interface TypeRowProps {
  type: AbsenceType;
  /** Of the whole choice. */
  id: string;
  isChosen: boolean;
  props: TypeChoiceProps;
}

function TypeRow({ type, id, isChosen, props }: TypeRowProps) {
  const { t } = useTranslation('absences');
  const { name, description } = type.meta;
  const about = `${id}-${type.id}`;
  const choose = () => {
    if (props.mode === 'selection') props.onChange(type.id);
    else props.onChange(isChosen ? props.chosen.filter((one) => one !== type.id) : [...props.chosen, type.id]);
  };
  return (
    <label className={styles.type}>
      <input
        type={props.mode === 'selection' ? 'radio' : 'checkbox'}
        name={id}
        checked={isChosen}
        disabled={props.isDisabled ?? false}
        onChange={choose}
        {...(description && { 'aria-describedby': about })}
      />
      <span className={styles.words}>
        <span>{name}</span>
        {description && (
          <span id={about} className={styles.small}>
            {description}
          </span>
        )}
      </span>
      {props.hasGroups && <Tag {...typeLookOf(type)}>{t(`states.${type.state}`)}</Tag>}
    </label>
  );
}
