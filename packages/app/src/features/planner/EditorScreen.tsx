import { type EditorState, openDemands, type PlannedLesson } from '@kreide/core/features/planner';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { WayBack } from '../../kernel/WayBack.tsx';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import styles from './Editor.module.css';
import { LessonDialog } from './LessonDialog.tsx';
import { ChosenLesson, OpenDemands, Tray } from './LessonPanels.tsx';
import { currentQuery } from './planner-queries.ts';
import { UnitSelect } from './UnitSelect.tsx';
import { useEditor } from './use-editor.ts';
import { WeekTable } from './WeekTable.tsx';
import { EDITED, type Edited, isOf, lessonsOf } from './week.ts';

/** The week of a class, teacher or room in a version: what can be moved where, and why not elsewhere (T-2.17, T-2.75). */
export function EditorScreen() {
  const { t } = useTranslation('planner');
  const { permissions } = useSelf();
  const [search] = useSearchParams();
  const query = useQuery(currentQuery(search.get('version') ?? undefined));
  if (!permissions.includes('view-timetable-planner')) return <Redirect to="/feed" />;
  return (
    <Loaded query={query} skeleton={{ items: 3, label: t('editor.loading') }} errorTitle={t('editor.errorTitle')}>
      {(state) => <Week state={state} />}
    </Loaded>
  );
}

/** Whose week the address names; without such a one the first. */
function useAddress(state: EditorState) {
  const { schoolUuid, entity: named, id } = useParams();
  const navigate = useNavigate();
  const entity: Edited = EDITED.find((one) => one === named) ?? 'grades';
  const units = state[entity];
  const unit = units.find((one) => `${one.id}` === id) ?? units[0] ?? null;
  const open = (to: Edited, unitId: string) =>
    navigate(`/management/${schoolUuid}/timetable/${to}/${unitId}?version=${state.version.uuid}`, { replace: true });
  return { entity, units, unit, open };
}

function Week({ state }: { state: EditorState }) {
  const { t } = useTranslation('planner');
  const { school } = useSelf();
  const editor = useEditor(state);
  const [form, setForm] = useState<{ lesson: PlannedLesson | null } | null>(null);
  const { entity, units, unit, open } = useAddress(state);
  const { number, name } = state.version;
  const id = unit?.id ?? 0;
  const lessons = useMemo(() => lessonsOf(state.lessons, entity, id), [state, entity, id]);
  const demands = useMemo(
    () => openDemands(state.demands, state.lessons, (demand) => isOf(demand, entity, id)),
    [state, entity, id],
  );
  // Wherever the focus is: after a drag it is nowhere.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (event.key === 'Escape') editor.choose(null);
      const key = event.key.toLowerCase();
      if ((key !== 'z' && key !== 'y') || !(event.ctrlKey || event.metaKey)) return;
      // A field of a dialog has steps of its own.
      if ((event.target as HTMLElement | null)?.closest?.('[role="dialog"]')) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) editor.redo();
      else editor.undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [editor]);
  return (
    <div className={styles.screen}>
      <WayBack href={`/management/${school.uuid}/advanced-timetable`} label={t('editor.back')} />
      <div className={styles.bar}>
        <p className={styles.name}>{t('editor.version', { number, name })}</p>
        <Button onPress={editor.undo}>{t('editor.undo')}</Button>
        <Button onPress={editor.redo}>{t('editor.redo')}</Button>
        <Button look="primary" icon="plus" onPress={() => setForm({ lesson: null })}>
          {t('editor.add')}
        </Button>
      </div>
      <div className={styles.bar}>
        <SegmentedControl
          label={t('editor.entity')}
          value={entity}
          segments={EDITED.map((key) => ({ key, label: t(`editor.kinds.${key}`) }))}
          onChange={(key) => open(key, 'first')}
        />
        {unit && (
          <UnitSelect label={t('editor.unit')} units={units} chosen={unit.id} onChange={(id) => open(entity, id)} />
        )}
      </div>
      {unit ? (
        <>
          {editor.chosen && !editor.isDragged ? (
            <ChosenLesson editor={editor} lesson={editor.chosen} onEdit={(lesson) => setForm({ lesson })} />
          ) : (
            <p>{t('editor.hint')}</p>
          )}
          {entity === 'teachers' && <p>{editor.sayLoad(unit.id)}</p>}
          <WeekTable state={state} editor={editor} entity={entity} lessons={lessons} name={unit.shortcut} />
          <Tray editor={editor} entity={entity} lessons={lessons.filter(({ weekday }) => weekday === null)} />
          <OpenDemands editor={editor} entity={entity} demands={demands} />
        </>
      ) : (
        <p>{t('editor.nobody')}</p>
      )}
      {form && (
        <LessonDialog
          state={state}
          editor={editor}
          lesson={form.lesson}
          of={unit && { entity, id: unit.id }}
          onClose={() => setForm(null)}
        />
      )}
    </div>
  );
}
