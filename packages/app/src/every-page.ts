// What nearly every page is drawn with: part of the first file, as a file of its own would be one more thing to wait for.
import './kernel/Loaded.tsx';
import './kernel/clock.ts';
import './kernel/data.ts';
import './kernel/unsaved.ts';
import './ui/Card.tsx';
import './ui/SegmentedControl.tsx';
import './ui/Skeleton.tsx';
import './ui/States.tsx';
