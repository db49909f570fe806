/** Runs once before all tests of a project. The database template is prepared here as soon as there is one. */
export default function setup(): void {
  process.env.TZ = 'UTC';
}
