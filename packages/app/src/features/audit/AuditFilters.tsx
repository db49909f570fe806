import type { auditApi } from '@kreide/core/features/audit';
import type { AnswerOf } from '@kreide/core/kernel';
import { isDate, toLocal } from '@kreide/core/kernel';
import { rule } from '@kreide/core/validation';
import { type ReactNode, useState } from 'react';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useSelf } from '../../kernel/session.ts';
import { TableViews } from '../../kernel/TableViews.tsx';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './AuditScreen.module.css';
import { AUDIT_FILTERS, type AuditWish } from './use-audit-wish.ts';

const ALL = 'all';
const NOTHING = { search: '', from: '', until: '' };

interface AuditFiltersProps {
  wish: AuditWish;
  actions: AnswerOf<typeof auditApi.listActions>['data'];
  onChange: (values: AuditWish) => void;
  onReset: () => void;
  /** The actions for the shown entries. */
  children: ReactNode;
}

/** A date that is being typed passes years that no log has. */
const isComplete = (date: string) => date === '' || (isDate(date) && /^(19|20|21)/.test(date));

/** Who, what and when. What is typed counts after a pause. */
export function AuditFilters({ wish, actions, onChange, onReset, children }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const today = toLocal(new Date(), useSelf().school.time_zone).date;
  const { search = '', from = '', until = '' } = wish;
  const [typed, setTyped] = useState({ search, from, until });
  const [hasTried, setTried] = useState(false);
  const [problem] = useFieldRules((days: { from: string; until: string }) => ({
    until: [rule('isSameOrAfter', days.from)],
  }))(typed);
  useDebounced(typed, () => {
    const next = {
      search: typed.search,
      from: isComplete(typed.from) ? typed.from : from,
      until: isComplete(typed.until) ? typed.until : until,
    };
    const isSame = next.search === search && next.from === from && next.until === until;
    if (isSame) return;
    setTried(true);
    if (!problem) onChange(next);
  });

  function reset() {
    setTyped(NOTHING);
    onReset();
  }

  const options = [
    { key: ALL, text: t('filters.all') },
    ...actions.map(({ action, what }) => ({ key: action, text: what })),
  ];
  return (
    <>
      <search className={styles.filters} aria-label={t('filters.label')}>
        <div className={styles.fields}>
          <SearchField
            label={t('filters.search')}
            placeholder={t('filters.searchHint')}
            value={typed.search}
            onChange={(text) => setTyped({ ...typed, search: text })}
          />
          <Select
            label={t('filters.action')}
            options={options}
            value={wish.action ?? ALL}
            onChange={(action) => onChange({ action: action === ALL ? '' : action })}
          />
          <div className={styles.days}>
            <DatePicker
              isRequired={false}
              fallback=""
              max={today}
              label={t('filters.from')}
              value={typed.from}
              onChange={(date) => setTyped({ ...typed, from: date })}
            />
            <DatePicker
              isRequired={false}
              fallback=""
              max={today}
              label={t('filters.until')}
              value={typed.until}
              onChange={(date) => setTyped({ ...typed, until: date })}
              min={typed.from}
              errorMessage={hasTried ? problem?.text : undefined}
            />
          </div>
        </div>
        <div className={styles.tools}>
          {children}
          {Object.keys(wish).length > 0 && (
            <Button look="quiet" icon="close" onPress={reset}>
              {t('filters.reset')}
            </Button>
          )}
          {wish.user_id && <p className={styles.muted}>{t('filters.onlyPerson')}</p>}
          {wish.record && <p className={styles.muted}>{t('filters.onlyRecord')}</p>}
        </div>
      </search>
      <TableViews
        table="audit"
        names={AUDIT_FILTERS}
        onOpen={(opened) => {
          const read = (name: string) => opened.get(name) ?? '';
          setTyped({ search: read('search'), from: read('from'), until: read('until') });
        }}
      />
    </>
  );
}
