import t from 'tap';
import { notesOf, releaseNotes } from '../../bootstrap/releaseNotes.js';

t.test('the notes of a release are the section of its version', async (t) => {
  const changeLog = '# Change log\n\n## 1.1.0\n\n### Added\n\n- More.\n\n## 1.0.0\n\n- All.\n';
  t.equal(notesOf(changeLog, '1.1.0'), '### Added\n\n- More.');
  t.equal(notesOf(changeLog, '1.0.0'), '- All.');
  t.throws(() => notesOf(changeLog, '1.2.0'), /no section 1\.2\.0/);
});

t.test('this checkout can be released: one version everywhere, with notes', async (t) => {
  t.match(releaseNotes(), /^### /);
});
