import type { ComponentChildren } from 'preact';

// What scrolls must be reached by keyboard, or only a mouse could scroll it.
const reachable = 0;

interface Figures {
  label: string;
  columns: readonly string[];
  /** Each begins with what it is about. */
  rows: readonly (readonly ComponentChildren[])[];
}

/** A table, which scrolls where it is larger than its place. */
export function FiguresTable({ label, columns, rows }: Figures) {
  return (
    <section class="scrolls" aria-label={label} tabIndex={reachable}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{head}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
