#!/usr/bin/env python3
"""Writes the QR codes that the encoder of the package is compared with, as qrencode (libqrencode
4.1.1) makes them with its own choice of the version and of the mask.

Usage: make.py >codes.txt

A text, then the rows of its code from the top without a quiet zone, each a hexadecimal number whose
last bit is the module on the right; an empty line ends a code. Level L where the text does not fit
into version 20 at level M."""
import base64
import hashlib
import subprocess

LENGTHS = [1, 14, 26, 27, 43, 84, 107, 122, 151, 180, 181, 213, 331, 362, 450, 624, 666, 667, 792, 858]

for length in LENGTHS:
    noise = b"".join(hashlib.sha512(bytes([length % 256, part])).digest() for part in range(10))
    text = ("http://mia.local/" + base64.urlsafe_b64encode(noise).decode())[:length]
    code = subprocess.run(
        ["qrencode", "--8bit", "--level", "M" if length <= 666 else "L",
         "--margin", "0", "--type", "ASCIIi", "--output", "-"],
        input=text, text=True, capture_output=True, check=True).stdout
    print(text)
    for row in code.splitlines():
        bits = "".join("1" if module == " " else "0" for module in row[::2])
        print(f"{int(bits, 2):x}")
    print()
