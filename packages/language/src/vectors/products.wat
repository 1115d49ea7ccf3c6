;; Multiplies a query with vectors of bytes: out[i] is the product of the query and the vector in slot slots[i]. The query
;; has 16 bits per axis, and the number of axes is a multiple of 16. A sum of 256 products fits into 32 bits.
(module
  (import "kernel" "memory" (memory 1))
  (func (export "products") (param $slots i32) (param $count i32) (param $vectors i32) (param $axes i32)
      (param $query i32) (param $out i32)
    (local $end i32) (local $vector i32) (local $axis i32) (local $factor i32) (local $bytes v128) (local $sums v128)
    (local.set $end (i32.add (local.get $slots) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $slots) (local.get $end)))
        (local.set $vector
          (i32.add (local.get $vectors) (i32.mul (i32.load (local.get $slots)) (local.get $axes))))
        (local.set $axis (i32.const 0))
        (local.set $factor (local.get $query))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (loop $sixteen
          (local.set $bytes (v128.load (i32.add (local.get $vector) (local.get $axis))))
          (local.set $sums
            (i32x4.add (local.get $sums)
              (i32x4.add
                (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load (local.get $factor)))
                (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes))
                  (v128.load offset=16 (local.get $factor))))))
          (local.set $factor (i32.add (local.get $factor) (i32.const 32)))
          (local.set $axis (i32.add (local.get $axis) (i32.const 16)))
          (br_if $sixteen (i32.lt_u (local.get $axis) (local.get $axes))))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
            (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))
        (local.set $slots (i32.add (local.get $slots) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $each)))))
