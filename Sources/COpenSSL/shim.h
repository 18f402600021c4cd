#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/* Swift sees functions, not macros: each of these is a macro or two of OpenSSL, or one set
 * of flags. */

static inline int shim_initialize_without_configuration(void) {
    return OPENSSL_init_ssl(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
}

static inline uint64_t shim_options_on(void) {
    return SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET;
}

static inline uint64_t shim_options_off(void) {
    return SSL_OP_ENABLE_MIDDLEBOX_COMPAT | SSL_OP_ALLOW_NO_DHE_KEX;
}

static inline int shim_only_tls13(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION)
        && SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION);
}

static inline int shim_tls12_or_13(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION)
        && SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION);
}

static inline int shim_set_groups(SSL_CTX *context, const char *names) {
    return (int)SSL_CTX_set1_groups_list(context, names);
}

static inline int shim_set_signature_algorithms(SSL_CTX *context, const char *names) {
    return SSL_CTX_set1_sigalgs_list(context, names) > 0
        && SSL_CTX_set1_client_sigalgs_list(context, names) > 0;
}

static inline void shim_set_session_cache_off(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline void shim_set_release_buffers(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
}

static inline void shim_set_certificate_list_max(SSL_CTX *context, long bytes) {
    SSL_CTX_set_max_cert_list(context, bytes);
}

static inline GENERAL_NAMES *shim_alternative_names(const X509 *certificate) {
    return X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
}

static inline int shim_count(const GENERAL_NAMES *names) {
    return sk_GENERAL_NAME_num(names);
}

/* The text of a host name or the octets of an IP address; NULL for a name of another kind. */
static inline const ASN1_STRING *shim_name(const GENERAL_NAMES *names, int index, int *kind) {
    const void *value = GENERAL_NAME_get0_value(sk_GENERAL_NAME_value(names, index), kind);
    return *kind == GEN_DNS || *kind == GEN_IPADD ? (const ASN1_STRING *)value : NULL;
}

static inline void shim_flush(BIO *bio) {
    (void)BIO_flush(bio);
}

#endif
