/** Bytes of WebAssembly that leave a value on the stack, or none where they are a statement. */
export type Code = readonly number[];

export const valueType = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;
type ValueType = (typeof valueType)[keyof typeof valueType];

const unary =
  (...instruction: number[]) =>
  (value: Code): Code => [...value, ...instruction];
const binary =
  (...instruction: number[]) =>
  (left: Code, right: Code): Code => [...left, ...right, ...instruction];
const load =
  (...instruction: number[]) =>
  (address: Code, offset: number): Code => [...address, ...instruction, 0, ...unsigned(offset)];
const store =
  (...instruction: number[]) =>
  (address: Code, offset: number, value: Code): Code => [
    ...address,
    ...value,
    ...instruction,
    0,
    ...unsigned(offset),
  ];

/** The instructions that are needed here, as functions from their operands. */
export const wasm = {
  get: (local: number): Code => [0x20, local],
  set: (local: number, value: Code): Code => [...value, 0x21, local],
  when: (condition: Code, ...statements: Code[]): Code => [
    ...condition,
    ...[0x04, 0x40],
    ...statements.flat(),
    0x0b,
  ],
  /** Runs the statements, and again while the condition holds after them. */
  repeat: (statements: Code[], condition: Code): Code => [
    ...[0x03, 0x40],
    ...statements.flat(),
    ...condition,
    ...[0x0d, 0, 0x0b],
  ],
  i32: {
    const: (value: number): Code => [0x41, ...signed(value)],
    add: binary(0x6a),
    and: binary(0x71),
    shiftLeft: binary(0x74),
    shiftRight: binary(0x76),
    lessThan: binary(0x49),
    load: load(0x28),
    store: store(0x36),
  },
  f32: {
    const: (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)],
    load: load(0x2a),
    store: store(0x38),
    add: binary(0x92),
    multiply: binary(0x94),
    divide: binary(0x95),
    max: binary(0x97),
    equals: binary(0x5b),
    isAbove: binary(0x5e),
    atLeast: binary(0x60),
    fromInteger: unary(0xb2),
  },
  v128: { load: load(0xfd, 0x00) },
  i16x8: { loadBytes: load(0xfd, 0x01) },
  i32x4: {
    lane: (value: Code, lane: number): Code => [...value, 0xfd, 0x1b, lane],
    add: binary(0xfd, 0xae, 0x01),
    /** Eight products of 16-bit numbers, each added to its neighbour. */
    dot: binary(0xfd, 0xba, 0x01),
  },
};

/** The part of WebAssembly's interface that is used here; the types of Node do not declare it. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => WasmMemory;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: { run: WasmFunction } };
};

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** Adds pages of 64 kB, which gives the memory another buffer. */
  grow(pages: number): number;
}
export type WasmFunction = (...parameters: number[]) => number;

export const createWasmMemory = (pages: number): WasmMemory => new WebAssembly.Memory({ initial: pages });

/** Compiles a function that works on the memory it is bound to; its body leaves an i32. */
export function compileWasm(
  parameters: readonly ValueType[],
  locals: readonly ValueType[],
  body: Code,
): (memory: WasmMemory) => WasmFunction {
  const text = (name: string): Code => [name.length, ...Buffer.from(name)];
  const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content];
  const code = [locals.length, ...locals.flatMap((type) => [1, type]), ...body, 0x0b];
  const module = new WebAssembly.Module(
    Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, [1, 0x60, parameters.length, ...parameters, 1, valueType.i32]),
      ...section(2, [1, ...text('own'), ...text('memory'), 2, 0, 0]),
      ...section(3, [1, 0]),
      ...section(7, [1, ...text('run'), 0, 0]),
      ...section(10, [1, ...unsigned(code.length), ...code]),
    ]),
  );
  return (memory) => new WebAssembly.Instance(module, { own: { memory } }).exports.run;
}

/** Numbers as WebAssembly writes them: seven bits to a byte, the lowest first. */
function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
