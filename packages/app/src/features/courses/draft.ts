import { create } from 'zustand';

/** What somebody is choosing, kept from screen to screen until it is saved. */
interface Draft {
  readonly user_id: number;
  readonly chosen: ReadonlySet<number>;
  /** What it was made from. */
  readonly former: readonly number[];
}

interface DraftStore {
  readonly draft: Draft | null;
  begin(user_id: number, former: readonly number[]): void;
  toggle(course: number): void;
  end(): void;
}

export const useDraft = create<DraftStore>((set) => ({
  draft: null,
  begin: (user_id, former) => set({ draft: { user_id, former, chosen: new Set(former) } }),
  toggle: (course) =>
    set(({ draft }) => {
      if (!draft) return {};
      const chosen = new Set(draft.chosen);
      if (!chosen.delete(course)) chosen.add(course);
      return { draft: { ...draft, chosen } };
    }),
  end: () => set({ draft: null }),
}));
