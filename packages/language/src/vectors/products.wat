;; Multiplies a query with consecutive vectors of bytes: out[i] is the product of the query and the i-th vector. The query
;; has 16 bits per axis, and the number of axes is a multiple of 16. A sum of 256 products fits into 32 bits.
(module
  (import "kernel" "memory" (memory 1))
  (func (export "products") (param $count i32) (param $vector i32) (param $axes i32) (param $query i32) (param $out i32)
    (local $end i32) (local $next i32) (local $factor i32) (local $bytes v128) (local $sums v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $next (i32.add (local.get $vector) (local.get $axes)))
        (local.set $factor (local.get $query))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (loop $sixteen
          (local.set $bytes (v128.load (local.get $vector)))
          (local.set $sums
            (i32x4.add (local.get $sums)
              (i32x4.add
                (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load (local.get $factor)))
                (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes))
                  (v128.load offset=16 (local.get $factor))))))
          (local.set $factor (i32.add (local.get $factor) (i32.const 32)))
          (local.set $vector (i32.add (local.get $vector) (i32.const 16)))
          (br_if $sixteen (i32.lt_u (local.get $vector) (local.get $next))))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
            (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $each)))))
