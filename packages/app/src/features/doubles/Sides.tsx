import type { ComparedPerson, Comparison, MergeField } from '@kreide/core/features/doubles';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { toNames } from '../../ui/names.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Doubles.module.css';
import { useSaid } from './use-said.ts';

type Side = 0 | 1;

/** What is known of both, the same line beside each other. */
export function BothFacts({ comparison: { people }, staying }: { comparison: Comparison; staying: Side | null }) {
  const { t } = useTranslation('doubles');
  const { facts } = useSaid();
  return (
    <Card>
      <table className={styles.facts}>
        <caption>{t('compare.facts')}</caption>
        <thead>
          <tr>
            {people.map((person, side) => (
              <th key={person.id} scope="col">
                <span className={styles.person}>
                  <Avatar id={person.id} name={toNames(person.displayname)} />
                  <b>{person.displayname}</b>
                </span>
                {staying !== null && (
                  <Tag look={side === staying ? 'success' : 'outline'}>
                    {t(side === staying ? 'compare.stays' : 'compare.goes')}
                  </Tag>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {facts(people).map(({ name, values }) => (
          <tbody key={name}>
            <tr>
              <th colSpan={2} scope="rowgroup">
                {name}
              </th>
            </tr>
            <tr>
              {people.map(({ id }, side) => (
                <td key={id}>{values[side]}</td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </Card>
  );
}

interface DifferencesProps {
  comparison: Comparison;
  sideOf: (field: MergeField) => Side;
  onPick: (field: MergeField, side: Side) => void;
}

/** What the two say differently, and which of it counts. */
export function Differences({ comparison: { fields }, sideOf, onPick }: DifferencesProps) {
  const { t } = useTranslation('doubles');
  const { value } = useSaid();
  return (
    <Card>
      <section className={styles.part} aria-labelledby="doubles-differs">
        <h2 id="doubles-differs">{t('compare.differs')}</h2>
        <p className={styles.hint}>{t(fields.length === 0 ? 'compare.same' : 'compare.differsAbout')}</p>
        {fields.map(({ field, values }) => (
          <div key={field} className={styles.field}>
            <span>{t(`fields.${field}`)}</span>
            <SegmentedControl
              look="chips"
              label={t(`fields.${field}`)}
              segments={values.map((said, side) => ({ key: side === 0 ? '0' : '1', label: value(field, said) }))}
              value={`${sideOf(field)}`}
              onChange={(key) => onPick(field, key === '0' ? 0 : 1)}
            />
            {field === 'teacher' && !values.includes(null) && (
              <span className={styles.hint}>{t('compare.teacher')}</span>
            )}
          </div>
        ))}
      </section>
    </Card>
  );
}

/** What goes along to the account that stays, and what ends. */
export function Moves({ comparison: { people, counts }, staying }: { comparison: Comparison; staying: Side }) {
  const { t, language } = useTranslation('doubles');
  const going = staying === 0 ? 1 : 0;
  const moving = counts.filter(({ people }) => people[going] > 0);
  const hasStep = ({ ways }: ComparedPerson) => ways.includes('second_step');
  const number = (count: number) => count.toLocaleString(language);
  return (
    <div className={styles.columns}>
      <Card>
        <section className={styles.part} aria-labelledby="doubles-moves">
          <h2 id="doubles-moves">{t('compare.moves')}</h2>
          <p className={styles.hint}>{t(moving.length === 0 ? 'compare.movesNone' : 'compare.movesAbout')}</p>
          {moving.length > 0 && (
            <ul className={styles.counts} aria-labelledby="doubles-moves">
              {moving.map(({ kind, people }) => (
                <li key={kind}>
                  <span>{t(`kinds.${kind}`)}</span>
                  <b>{number(people[going])}</b>
                  <span className={styles.hint}>
                    {people[staying] > 0 && t('compare.has', { number: number(people[staying]) })}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      </Card>
      <Card>
        <section className={styles.part} aria-labelledby="doubles-ends">
          <h2 id="doubles-ends">{t('compare.ends')}</h2>
          <p>{t('compare.endsText')}</p>
          {hasStep(people[going]) && !hasStep(people[staying]) && <p>{t('compare.endsStep')}</p>}
          <p className={styles.hint}>{t('compare.both')}</p>
          <p className={styles.hint}>{t('compare.talks')}</p>
        </section>
      </Card>
    </div>
  );
}
